import { afterEach, expect, it, vi } from 'vitest'
import { missingHostedPart } from '../tools/hosted-parts.mjs'

afterEach(() => {
  vi.unstubAllEnvs()
})

it('a part of a hosted project that cannot be had is named in one sentence', async () => {
  vi.stubEnv('KALAKAL_POSTGREST', '/no/such/program')
  expect(await missingHostedPart()).toMatch(/^No hosted project: [^.]+\.$/)
})
