import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NIGHTLY } from '../support/rounds.ts'

let origin: string
let dev: ChildProcess
let output = ''

/** Waits until the server has written this. */
async function said(text: string): Promise<void> {
  while (!output.includes(text)) {
    if (dev.exitCode !== null) throw new Error(`It ended.\n${output}`)
    await sleep(100)
  }
}

/** Makes a file look changed without changing it. */
const touch = (file: string) => utimesSync(file, new Date(), new Date())

beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  origin = `http://localhost:${port}`
  dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    env: { ...process.env, PORT: String(port), KALAKAL_DATA_DIR: 'memory://' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [dev.stdout!, dev.stderr!])
    stream.on('data', (text) => {
      output += text
    })
  await said('"listening"')
})

afterAll(async () => {
  dev.kill('SIGTERM')
  if (dev.exitCode === null) await once(dev, 'exit')
})

it('serves pages from the sources, and never fails while they change', async () => {
  const page = await fetch(`${origin}/`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Log in')

  const statuses: number[] = []
  const ask = async (path: string) => {
    const response = await fetch(origin + path)
    await response.text()
    statuses.push(response.status)
  }
  for (let round = 0; round < 4; round++) {
    touch(round % 2 === 0 ? 'app/ui/TextField.tsx' : 'app/root.tsx')
    for (let turn = 0; turn < 3; turn++)
      await Promise.all(['/', '/login', '/reset', '/?_data=root'].map(ask))
  }
  expect(statuses).toHaveLength(48)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})

// It compiles the server twice.
it.runIf(NIGHTLY)('starts the server again when a file of it has changed', async () => {
  output = ''
  touch('server/env.ts')
  await said('The server has changed: it starts again.')
  await said('"listening"')
  expect((await fetch(`${origin}/health/live`)).status).toBe(200)
})
