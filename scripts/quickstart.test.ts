import { spawnSync } from 'node:child_process'
import net from 'node:net'
import { expect, it } from 'vitest'

it('the quickstart tells that the port is in use before it installs and builds', async () => {
  const other = net.createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as net.AddressInfo
  // The script is started without npm on PATH: the step that installs or builds then fails with a
  // message.
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/quickstart.mjs'], {
    env: { NODE_ENV: 'test', PORT: String(port), PATH: '' },
    encoding: 'utf8',
  })
  other.close()
  expect(stderr).toBe(`Port ${port} is in use. Set PORT to another one.\n`)
  expect(stdout).toBe('')
  expect(status).toBe(1)
})
