// @ts-check

/**
 * @typedef {'postgres' | 'redis' | 'chromium' | 'docker' | 'busybox' | 'ip' | 'tshark' | 'python'} Part  a program of the system that some tests need
 *
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} about
 * @property {string} [script]  an npm script: passes or fails as one
 * @property {string} [project]  a project of vitest.config.ts: every test counts
 * @property {NodeJS.ProcessEnv} env
 * @property {Part[]} needs  without these there is nothing to run
 * @property {Part[]} uses  without these some tests are left out
 * @property {boolean} built  whether it needs the built product
 */

/** @type {Suite[]} In this order: what fails fastest first. */
const suites = [
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
    uses: ['postgres', 'redis', 'tshark', 'python'],
    built: true,
  },
  {
    name: 'server-postgres',
    about: 'the server on PostgreSQL and Redis of the system',
    project: 'server',
    env: { PENNANT_TEST_DATABASE: 'postgres', PENNANT_TEST_REDIS: '1' },
    needs: ['postgres', 'redis'],
    uses: ['tshark', 'python'],
    built: true,
  },
  {
    name: 'docker',
    about: 'instances on a real Docker daemon',
    project: 'docker',
    env: {},
    needs: ['docker', 'busybox', 'ip'],
    uses: [],
    built: false,
  },
  {
    name: 'ops',
    about: 'start, kill and restart the built product',
    project: 'ops',
    env: {},
    needs: [],
    uses: ['tshark'],
    built: true,
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
 * The suites that the arguments ask for: all of them, or those named by `--only NAME` (a suite or a project;
 * several with commas or repeated).
 *
 * @param {string[]} args
 * @returns {{ chosen: Suite[] } | { fault: string }}
 */
export function chooseSuites(args) {
  /** @type {string[]} */
  const names = []
  for (let index = 0; index < args.length; index++) {
    const [flag, value = args[++index]] = (args[index] ?? '').split('=')
    if (flag !== '--only' || !value) return { fault: `${args.join(' ')} is not understood. ${usage()}` }
    names.push(...value.split(','))
  }
  const unknown = names.find((name) => !suites.some((suite) => isNamed(suite, name)))
  if (unknown !== undefined) return { fault: `There is no suite ${unknown}. ${usage()}` }
  return {
    chosen: suites.filter((suite) => names.length === 0 || names.some((name) => isNamed(suite, name))),
  }
}

/**
 * @param {Suite} suite
 * @param {string} name
 */
function isNamed(suite, name) {
  return suite.name === name || suite.project === name
}

function usage() {
  return `Use: npm test -- --only NAME, where NAME is ${suites.map(({ name }) => name).join(', ')}.`
}
