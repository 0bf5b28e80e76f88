/**
 * `npm run quickstart` goes from a fresh clone to a running demo with Node alone. It installs the packages of the
 * lockfile, builds when sources changed, loads the demo companies unless they are there, and starts the server. It has no
 * dependencies, because none is installed when it starts.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOf } from '../tools/hash-of.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const dataFolder = path.resolve(process.env.KALAKAL_DATA_DIR || '.data')

const SOURCES = [
  'app',
  'field',
  'server',
  'public',
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
  'vite.field.config.ts',
  'vite.server.config.ts',
]

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Kalakal needs Node 20 or newer; this is ${process.version}.`)
}
await needPort()
onceChanged('node_modules/.kalakal-lock', hashOf(['package-lock.json']), () => {
  say('Installing packages …')
  run('npm', ['ci', '--no-audit', '--no-fund'])
})
onceChanged('build/.kalakal-sources', hashOf(SOURCES), () => {
  say('Building …')
  run('npm', ['run', '--silent', 'build'], true)
})

// Before the server starts, as rows are written by the one process that has the folder.
if (!existsSync(path.join(dataFolder, 'demo'))) await loadDemo()
say('Starting …')
const server = spawn(process.execPath, ['build/http/index.js'], {
  env: { LOG_LEVEL: 'warn', ...process.env, NODE_ENV: 'production' },
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
})
server.on('exit', (code) => process.exit(code ?? 1))
// Ctrl-C reaches the server on its own when it comes from the terminal; this waits for it to end.
process.on('SIGINT', () => server.kill('SIGINT'))
process.on('SIGTERM', () => server.kill('SIGTERM'))

server.once('message', (message) => {
  const { listening, outbox } = /** @type {{ listening: string, outbox: string | null }} */ (
    message
  )
  process.stdout.write(`
  Kalakal is running:  ${listening}

  Sign in with one of the demo accounts, password  Kalakal-demo-2026
    general-manager@demo.test    owner@demo.test           ase@demo.test
    sales-admin@demo.test        invoice-admin@demo.test   finance-admin@demo.test
    warehouse@demo.test          special-access-1@demo.test
    expenses-and-disbursements@demo.test
    admin@demo.test              the platform administrator
    …@other.test                 people of a second company
  In the app for the field, /field, with the same password
    agent@demo.test           collector@demo.test    manager@demo.test

${outbox ? `  Mails that would be sent:  ${listening}${outbox}\n` : ''}  Data:  ${dataFolder}
  Stop with Ctrl-C.

`)
})

/** Reports a port in use now, not after minutes of installing and building. The server reports anything else. */
function needPort() {
  const port = Number(process.env.PORT || 3000)
  return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const probe = createServer()
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ { code }) => {
      if (code === 'EADDRINUSE') fail(`Port ${port} is in use. Set PORT to another one.`)
      resolve()
    })
    try {
      probe.listen(port, process.env.HOST || '127.0.0.1', () => probe.close(resolve))
    } catch {
      // This is not a port.
      resolve()
    }
  })
}

function loadDemo() {
  say('Loading the demo companies …')
  return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const loader = spawn(
      process.execPath,
      ['node_modules/tsx/dist/cli.mjs', 'scripts/demo/years/index.ts'],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    loader.on('exit', (code) => {
      if (code) say('The demo could not be loaded; the server starts without it.')
      resolve()
    })
  })
}

/**
 * Does the work unless it was done for this hash.
 * @param {string} stamp
 * @param {string} hash
 * @param {() => void} work
 */
function onceChanged(stamp, hash, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  work()
  writeFileSync(stamp, hash)
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {boolean} quiet shows the output only when it fails
 */
function run(command, args, quiet = false) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    stdio: quiet ? 'pipe' : 'inherit',
    shell: process.platform === 'win32',
    encoding: 'utf8',
  })
  if (status === 0) return
  if (quiet) process.stderr.write(stdout + stderr)
  fail(`\`${command} ${args.join(' ')}\` failed.`)
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`)
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
