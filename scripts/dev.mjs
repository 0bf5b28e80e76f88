/**
 * `npm run dev`: the server from its sources. A changed page shows at once (Vite); a changed file of the server
 * starts the server again; a changed file of supabase/schemas is tried on an empty database.
 */
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROGRAMS } from '../server/programs.mjs'

/** @typedef {{ onEnd(done: (result: { errors: unknown[] }) => void): void }} Build */

/** Vite's own esbuild: one named in package.json would be another version of it. */
const fromVite = createRequire(createRequire(import.meta.url).resolve('vite'))
const esbuild = fromVite('esbuild')

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const OUT = path.resolve('node_modules/.cache/kalakal-dev')
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, NODE_ENV: 'development' }
const say = (/** @type {string} */ text) => process.stdout.write(`[dev] ${text}\n`)

/** @type {import('node:child_process').ChildProcess | undefined} */
let server
let stopping = false

function start() {
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(OUT, 'index.js')], {
    env,
    // The channel tells the server when this process has been killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  server = child
  child.once('exit', (code) => {
    if (server !== child) return
    server = undefined
    if (stopping) process.exit(code ?? 0)
    if (code) say('The server has stopped. It starts again when a file of it changes.')
  })
}

/** Starts the server again when the running one has ended: they share a port and a data folder. */
async function restart() {
  const old = server
  if (old) {
    server = undefined
    const ended = new Promise((resolve) => old.once('exit', resolve))
    old.kill('SIGTERM')
    await ended
  }
  if (!stopping) start()
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => {
    stopping = true
    if (server) server.kill(signal)
    else process.exit(0)
  })

/** Runs one thing after the other. */
let last = Promise.resolve()
const inTurn = (/** @type {() => Promise<void>} */ work) => {
  last = last.then(work).catch((error) => {
    say(String(error))
  })
}

const bundle = await esbuild.context({
  entryPoints: { ...PROGRAMS, 'try-declared-state': 'server/development/try-declared-state.ts' },
  outdir: OUT,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  plugins: [
    {
      name: 'restart',
      setup(/** @type {Build} */ build) {
        build.onEnd(({ errors }) => {
          if (errors.length > 0) return
          if (server) say('The server has changed: it starts again.')
          inTurn(restart)
        })
      },
    },
  ],
})
await bundle.watch()

/** @type {NodeJS.Timeout | undefined} */
let settle
watch('supabase/schemas', { recursive: true }, () => {
  clearTimeout(settle)
  settle = setTimeout(() => inTurn(tryDeclaredState), 200)
})

async function tryDeclaredState() {
  say('The declared state has changed. Trying it on an empty database …')
  const failed = await failureOf(path.join(OUT, 'try-declared-state.js'))
  if (failed) {
    say(`${failed}\nThe running server is left as it is.`)
    return
  }
  say(
    'It makes a database. The running server keeps the one that it has: to use the new state, stop, move the data folder away, start and run `npm run demo`.',
  )
}

/** Runs a program and gives back what it fails of, if it does. */
function failureOf(/** @type {string} */ program) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'pipe'] })
    let errors = ''
    child.stderr.on('data', (text) => {
      errors += text
    })
    child.once('exit', (code) =>
      resolve(code === 0 ? '' : errors.trim() || `It ended with ${code}.`),
    )
  })
}
