import { spawn, spawnSync } from 'node:child_process'

/**
 * Runs a program to its end, at most `minutes` long.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ quiet?: boolean, minutes?: number, env?: Record<string, string> }} [options] quiet: shown only on failure
 * @returns {Promise<number>} exit code; 1 when it could not start or took too long
 */
export function run(file, args, { quiet = false, minutes = 12, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, ...env },
      // A group of its own, so that what it started ends with it.
      detached: true,
    })
    /** @type {Buffer[]} */
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    const limit = setTimeout(() => {
      process.stdout.write(`${file} took longer than ${minutes} minutes and was ended.\n`)
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }, minutes * 60_000)
    const interrupted = () => {
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
      process.exit(130)
    }
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
    /** @param {number} code */
    const done = (code) => {
      clearTimeout(limit)
      process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
      if (code !== 0) process.stdout.write(Buffer.concat(output))
      resolve(code)
    }
    child.once('error', (error) => {
      process.stdout.write(`${error.message}\n`)
      done(1)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}

/**
 * Returns the path of a program on PATH, or null.
 *
 * @param {string} name
 */
export function onPath(name) {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

/**
 * Installs a package of the system's where this account may; answers whether it came.
 *
 * @param {string} name
 * @param {number} [minutes] that each step may take at most
 */
export async function installSystemPackage(name, minutes = 12) {
  if (!onPath('apt-get')) return false
  const root = process.getuid?.() === 0
  if (!root && spawnSync('sudo', ['-n', 'true']).status !== 0) return false
  /** @param {string[]} args */
  const apt = (...args) => {
    const command = ['apt-get', '-q', '-y', ...args]
    const [file = '', ...rest] = root ? command : ['sudo', '-n', ...command]
    return run(file, rest, { quiet: true, minutes, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  const install = () => apt('install', '--no-install-recommends', name)
  return (await install()) === 0 || ((await apt('update')) === 0 && (await install()) === 0)
}
