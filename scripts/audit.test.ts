import { spawn } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A package registry that answers audits as a test tells it. */
let answer: { status: number; body: string }
let registry: http.Server
beforeAll(async () => {
  registry = http.createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      // npm asks for the versions of a package with findings.
      if (request.method === 'GET') {
        const name = decodeURIComponent(request.url!.slice(1))
        const versions = { '1.0.0': { name, version: '1.0.0', dist: {} } }
        response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }))
        return
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(answer.body)
    })
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => registry.close(resolve)))

/** Runs `npm run audit`'s program against that registry. */
async function audit() {
  const { port } = registry.address() as AddressInfo
  const child = spawn(process.execPath, ['scripts/audit.mjs'], {
    env: {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_fetch_retries: '0',
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, lines: said.trim().split('\n') }
}

describe('npm run audit', () => {
  it.each([
    [405, ''],
    [404, '{"error":"not found"}'],
    [503, '<html>busy</html>'],
  ])(
    'says in one sentence that a registry does not answer audits: %i',
    async (status, body) => {
      answer = { status, body }
      const { code, lines } = await audit()
      expect(code).toBe(2)
      expect(lines).toEqual([
        expect.stringMatching(/^Not audited: the registry does not answer audits \(.+\)\.$/),
      ])
    },
    60_000,
  )

  it('names what is known, and says when nothing is', async () => {
    answer = { status: 200, body: '{}' }
    expect(await audit()).toEqual({ code: 0, lines: ['Audited: nothing known.'] })
    const advisory = {
      id: 1,
      url: 'https://example.test/1',
      title: 'Reads too much',
      severity: 'high',
      vulnerable_versions: '*',
      cwe: [],
      cvss: { score: 7, vectorString: null },
    }
    answer = { status: 200, body: JSON.stringify({ zod: [advisory] }) }
    const { code, lines } = await audit()
    expect([code, lines[0]]).toEqual([1, expect.anything()])
    expect(lines).toContainEqual(expect.stringMatching(/^high: zod .*Reads too much/))
    expect(lines.at(-1)).toMatch(/^Audited: \d+ packages with findings\.$/)
  }, 60_000)
})
