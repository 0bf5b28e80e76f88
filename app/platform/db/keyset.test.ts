import { describe, expect, it } from 'vitest'
import { BY_ROW_KEY, onPage, pageFilters, pageOf, readKeyset } from './keyset.ts'

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

  it('makes of the rows what the list shows; the cursors are of what was found', () => {
    const keyset = readKeyset(list, { by: 'so_no', size: 1 })
    expect(pageOf([row(1), row(2)], keyset, ({ so_no }) => so_no)).toEqual({
      rows: ['SO-1'],
      newer: null,
      older: 'SO-1~id1',
    })
  })

  it('pages by a key alone that no two rows share', () => {
    const keyset = readKeyset(`${list}?before=a~b~`, { ...BY_ROW_KEY, size: 1 })
    expect(pageFilters(keyset)).toEqual({ limit: 2, before: 'a~b' })
    expect(pageOf([{ row_key: 'a~a' }, { row_key: 'a' }], keyset)).toMatchObject({
      newer: 'a~a~',
      older: 'a~a~',
    })
    expect(keyset.or).toBe('row_key.lt."a~b"')
  })

  it('asks a table for one row more, in the order of the page', () => {
    const said: unknown[] = []
    const say = (...words: unknown[]) => {
      said.push(words)
      return query
    }
    const query = { order: say, limit: say, or: say } as unknown as Parameters<typeof onPage>[0]
    onPage(query, readKeyset(`${list}?after=7~7`, { by: 'id', descending: true, size: 2 }))
    onPage(query, readKeyset(list, { by: 'at', tie: 'user_id' }))
    const down = { ascending: false }
    const up = { ascending: true }
    expect(said).toEqual([
      ...[['id', down], [3], ['and(id.lte."7",or(id.lt."7",id.lt."7"))']],
      ...[['at', up], [51], ['user_id', up]],
    ])
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
