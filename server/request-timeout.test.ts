import { describe, expect, it } from 'vitest'
import { routeTable } from '../tests/support/routes.ts'
import { workOf } from './request-timeout.ts'

describe('the time of an address', () => {
  it('is long for every import and every file, and for nothing else', async () => {
    const table = await routeTable()
    const found = table.flatMap(({ address, file }) => {
      if (!address) return []
      const work = file.includes('/import/')
        ? 'import'
        : /-(excel|file)\.route/.test(file)
          ? 'file'
          : 'page'
      return [{ address, work }]
    })
    expect(found.filter(({ work }) => work === 'import').length).toBeGreaterThan(10)
    expect(found.filter(({ work }) => work === 'file').length).toBeGreaterThan(10)
    expect(found.map(({ address }) => ({ address, work: workOf(address) }))).toEqual(found)
  })
})
