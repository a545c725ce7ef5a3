// @ts-check
import { shippedNode } from '../shipped-node/install.mjs'

/**
 * @typedef {'postgres' | 'redis' | 'chromium' | 'docker' | 'compose' | 'node24' | 'busybox' | 'socat' | 'ip' | 'tshark' | 'nginx' | 'caddy' | 'pgbouncer' | 'faketime' | 'systemd' | 'python' | 'strace' | 'oldPrograms'} Part  a program that some tests need
 *
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} about
 * @property {string} [script]  an npm script: passes or fails as one
 * @property {string} [node]  the Node.js to run it with, instead of the one that runs us
 * @property {string} [project]  a project of vitest.config.ts: every test counts
 * @property {NodeJS.ProcessEnv} env
 * @property {Part[]} needs  without these there is nothing to run
 * @property {Part[]} uses  without these some tests are left out
 * @property {boolean} built  whether it needs the built product
 * @property {boolean} [waits]  waits for much of its time, so that it runs beside the others
 * @property {boolean} [isBreadth]  repeats with more what a suite of `npm test` has tried; in `npm run test:all`
 * @property {boolean} [isLong]  only in `npm run test:long`
 * @property {string} [related]  runs only the files that rest on this one
 * @property {number} [minutes]  how long it can take, if that's more than usual
 * @property {number} [slices]  runs one of so many parts of its files; the commit decides which
 */

/** @type {Suite[]} In this order: what fails fastest first. */
const plainSuites = [
  {
    name: 'check',
    about: 'types, lint, format, boundaries, catalogues',
    script: 'check',
    env: {},
    needs: [],
    uses: [],
    built: false,
  },
  {
    name: 'unit',
    about: 'rules, contract and everything that needs no server',
    project: 'unit',
    env: {},
    needs: [],
    uses: ['postgres', 'redis', 'tshark'],
    built: false,
  },
  {
    name: 'server',
    about: 'the server on its embedded database',
    project: 'server',
    env: { PENNANT_TEST_DATABASE: 'embedded' },
    needs: [],
    uses: ['postgres', 'redis', 'tshark', 'nginx', 'caddy', 'python'],
    built: true,
  },
  {
    name: 'docker',
    about: 'instances on a real Docker daemon',
    project: 'docker',
    env: {},
    needs: ['docker', 'busybox', 'socat', 'ip'],
    uses: [],
    built: false,
    waits: true,
  },
  {
    name: 'ops',
    about: 'start, kill and restart the built product',
    project: 'ops',
    env: {},
    needs: [],
    uses: ['tshark', 'systemd', 'python'],
    built: true,
    waits: true,
  },
  {
    name: 'cluster',
    about: 'several processes of the server, on PostgreSQL and Redis of the system',
    project: 'cluster',
    env: {},
    needs: ['postgres', 'redis'],
    uses: ['tshark', 'python'],
    built: true,
    waits: true,
  },
  {
    name: 'e2e',
    about: 'journeys in a real browser',
    project: 'e2e',
    env: {},
    needs: ['chromium'],
    uses: [],
    built: true,
  },
]

/**
 * The image ships another Node.js than the one that runs the suites of `npm test`.
 *
 * @param {string} name
 * @returns {Suite[]}
 */
function onShippedNode(name) {
  return plainSuites
    .filter((suite) => suite.name === name)
    .map((suite) => ({
      ...suite,
      name: `${name}-node24`,
      about: `${suite.about}, on the Node.js of the image`,
      waits: false,
      node: shippedNode,
      needs: [...suite.needs, 'node24'],
      isLong: true,
    }))
}

/**
 * @param {string} name
 * @param {number} slices
 * @returns {Suite[]}
 */
const sliceOnShippedNode = (name, slices) =>
  onShippedNode(name).map(({ isLong: _, ...suite }) => ({
    ...suite,
    name: `${suite.name}-slice`,
    about: `a part of ${name}, another one with each commit, on the Node.js of the image`,
    isBreadth: true,
    slices,
  }))

const breadthFile = 'tests/kit/breadth.ts'
const variants = ['ops', 'cluster', 'e2e', 'server', 'unit']

/**
 * The files that a suite of `npm test` leaves out; see vitest.config.ts.
 *
 * @param {string} name
 * @param {string} about
 * @returns {Suite[]}
 */
function moreOf(name, about) {
  const more = { name: `${name}-more`, about, project: `${name}-more`, env: { PENNANT_TEST_BREADTH: '1' } }
  return plainSuites
    .filter((suite) => suite.name === name)
    .map((suite) => ({ ...suite, ...more, waits: false, isBreadth: true }))
}

/**
 * @param {string} name
 * @param {string} breadth
 * @returns {Suite}
 */
function variantsOf(name, breadth) {
  const plain = plainSuites.find((suite) => suite.name === name)
  if (!plain) throw new Error(`There is no suite ${name}`)
  return { ...plain, env: { PENNANT_TEST_BREADTH: breadth }, related: breadthFile, waits: false }
}

const lasting = { needs: /** @type {Part[]} */ (['postgres', 'redis']), uses: [], built: true }

/**
 * A day of an event, and a thousand kills. Their shorter forms are a part of the breadth.
 *
 * @type {Suite[]}
 */
const lastingSuites = [
  {
    ...lasting,
    name: 'soak',
    about: 'a part of an event in three minutes: nothing stays behind that nobody needs',
    project: 'soak',
    env: { PENNANT_TEST_BREADTH: '1' },
    isBreadth: true,
  },
  {
    ...lasting,
    name: 'kills',
    about: 'some of the thousand kills',
    project: 'kills',
    env: { PENNANT_TEST_BREADTH: '1' },
    isBreadth: true,
  },
  {
    ...lasting,
    name: 'soak-long',
    about: 'a day of an event in an hour: nothing grows that nobody needs',
    project: 'soak',
    env: { PENNANT_TEST_BREADTH: '2' },
    minutes: 90,
    isLong: true,
  },
  {
    ...lasting,
    name: 'kills-long',
    about: 'what is left of a thousand kills, as many as a sitting holds',
    project: 'kills',
    env: { PENNANT_TEST_BREADTH: '2' },
    minutes: 75,
    isLong: true,
  },
]

/** What the doctor finds at fault. @type {Part[]} */
const faultyParts = ['pgbouncer', 'faketime']

/** A site with faults, and what makes them: old versions, and a disk that is slow. @type {Part[]} */
const faultySite = ['nginx', 'postgres', 'redis', 'strace', 'oldPrograms']

/** What images of a release and of its services are made of. @type {Part[]} */
const deployParts = ['compose', 'node24', 'nginx', 'postgres', 'redis']

/**
 * The most valuable first.
 *
 * @type {Suite[]}
 */
const breadthSuites = [
  {
    name: 'server-postgres',
    about: 'the server on PostgreSQL and Redis of the system',
    project: 'server',
    env: { PENNANT_TEST_DATABASE: 'postgres', PENNANT_TEST_REDIS: '1' },
    needs: ['postgres', 'redis'],
    uses: ['tshark', 'nginx', 'caddy', 'python'],
    built: true,
    isBreadth: true,
  },
  ...sliceOnShippedNode('server', 8),
  ...sliceOnShippedNode('ops', 4),
  ...moreOf(
    'unit',
    'the data folder and the built-in database, Kubernetes and recordings in trouble, the tunnel as a program, and the programs that start the server and its tests',
  ),
  ...moreOf(
    'server',
    'what the cluster suite has shown, on the embedded database and without Redis, restores, rehearsals, faults of packages, and faults that the doctor finds',
  ).map((suite) => ({ ...suite, uses: [...suite.uses, ...faultyParts] })),
  ...moreOf('cluster', 'large imports and recordings'),
  ...moreOf(
    'docker',
    'the whole table of isolation, images, storms of starts, the release in containers',
  ).map((suite) => ({ ...suite, uses: [...suite.uses, ...deployParts] })),
  ...moreOf(
    'ops',
    'releases, the launcher, verbs as processes, the demo, servers drained in a burst, the commands of manuals, captures, a kept socket, places with faults, and submissions and instances in all kinds of trouble',
  ).map((suite) => ({ ...suite, uses: [...suite.uses, ...faultySite] })),
  ...moreOf(
    'e2e',
    'other sizes, shapes, and languages, budgets, single features of the staff, and servers without our additions',
  ),
  ...variants.map((name) => ({
    ...variantsOf(name, '1'),
    name: `${name}-all`,
    about: `the variants of ${name}: more rounds, sizes, schemes, languages`,
    isBreadth: true,
  })),
  ...lastingSuites.filter(({ isBreadth }) => isBreadth),
]

/** @type {Suite[]} What `npm run test:long` is for. */
const longSuites = [
  ...onShippedNode('server'),
  ...onShippedNode('ops'),
  ...variants.map((name) => ({
    ...variantsOf(name, '2'),
    name: `${name}-long`,
    about: `${name} with as many rounds as a night has room for`,
    isLong: true,
  })),
  ...moreOf('ops', 'a backup of 10,000 solves and 2 GB of files').map(({ isBreadth: _, ...suite }) => ({
    ...suite,
    name: 'ops-more-long',
    env: { PENNANT_TEST_BREADTH: '2' },
    related: 'tests/ops/memory-limit.ts',
    isLong: true,
  })),
  ...lastingSuites.filter(({ isLong }) => isLong),
]

export const suites = [...plainSuites, ...breadthSuites, ...longSuites]

/**
 * All but the first change places with each commit: a run that ends early reaches others at the next commit,
 * and the same ones when it is repeated.
 *
 * @param {Suite[]} breadth
 * @param {string} commit  its hash
 * @returns {Suite[]}
 */
export function inTurn([first, ...rest], commit) {
  const start = rest.length === 0 ? 0 : numberOf(commit) % rest.length
  return [...(first ? [first] : []), ...rest.slice(start), ...rest.slice(0, start)]
}

/**
 * @param {string} commit
 * @returns {number}
 */
export const numberOf = (commit) => Number.parseInt(commit.slice(0, 8) || '0', 16)
