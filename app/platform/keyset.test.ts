import { describe, expect, it } from 'vitest'
import { pageOf, readKeyset } from './keyset.ts'

const list = 'http://localhost/list'
const row = (n: number) => ({ id: `id${n}`, so_no: `SO-${n}` })

describe('keyset', () => {
  it('starts with the first page and goes older', () => {
    const keyset = readKeyset(list, { by: 'so_no', descending: true, size: 2 })
    expect(keyset).toMatchObject({ ascending: false, or: null })
    const page = pageOf([row(9), row(8), row(7)], keyset)
    expect(page).toEqual({ rows: [row(9), row(8)], newer: null, older: 'SO-8~id8' })
    const next = readKeyset(`${list}?after=${page.older}`, {
      by: 'so_no',
      descending: true,
      size: 2,
    })
    expect(next.or).toBe('and(so_no.lte."SO-8",or(so_no.lt."SO-8",id.lt."id8"))')
  })

  it('comes back newer, in the same order', () => {
    const keyset = readKeyset(`${list}?before=SO-5~id5`, { by: 'so_no', descending: true, size: 2 })
    expect(keyset).toMatchObject({ ascending: true, backwards: true })
    expect(pageOf([row(6), row(7), row(8)], keyset)).toEqual({
      rows: [row(7), row(6)],
      newer: 'SO-7~id7',
      older: 'SO-6~id6',
    })
  })

  it('quotes what comes from the address', () => {
    const keyset = readKeyset(`${list}?after=${encodeURIComponent('a"),id.gt.("~x')}`, {
      by: 'name',
    })
    expect(keyset.or).toContain('name.gte."a\\"),id.gt.(\\""')
  })

  it('takes a broken cursor for the first page', () => {
    expect(readKeyset(`${list}?after=nonsense`, { by: 'name' }).or).toBeNull()
  })
})
