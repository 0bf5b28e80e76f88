import { describe, expect, it } from 'vitest'
import { BY_ROW_KEY, BY_SORT_KEY, encodeCursor, readKeyset } from './keyset.ts'
import { readPage } from './page.server.ts'

const list = 'http://localhost/list'
const row = (n: number) => ({ id: `id${n}`, so_no: `SO-${n}` })
const cursorOf = (row_key: string) => encodeCursor({ row_key }, { by: 'row_key', tie: null })
const NEWEST = { by: 'so_no', descending: true, size: 2 }

/** A SQL function that answers with these rows, and the filters that it was asked with. */
function functionOf<T extends object>(...data: T[]) {
  const requested: unknown[] = []
  const source = async (filters: unknown) => {
    requested.push(filters)
    return { data, error: null }
  }
  return { requested, source }
}

describe('readKeyset', () => {
  it('starts with the first page and goes older', () => {
    expect(readKeyset(list, NEWEST)).toMatchObject({ ascending: false, or: null })
    expect(readKeyset(`${list}?after=SO-8~id8`, NEWEST).or).toBe(
      'and(so_no.lte."SO-8",or(so_no.lt."SO-8",id.lt."id8"))',
    )
  })

  it('quotes what comes from the address', () => {
    const url = `${list}?after=${encodeURIComponent('a"),id.gt.("~x')}`
    expect(readKeyset(url, { by: 'name' }).or).toContain('name.gte."a\\"),id.gt.(\\""')
  })

  it('takes a broken cursor for the first page', () => {
    expect(readKeyset(`${list}?after=nonsense`, { by: 'name' }).or).toBeNull()
  })

  it('compares by a key alone that no two rows share', () => {
    const keyset = readKeyset(`${list}?before=${cursorOf('a~b')}`, BY_ROW_KEY)
    expect(keyset.or).toBe('row_key.lt."a~b"')
  })
})

describe('encodeCursor', () => {
  it('throws for a row without the column', () => {
    expect(() => encodeCursor({ id: 'a' }, { by: 'so_no', tie: 'id' })).toThrow('so_no')
    expect(() => encodeCursor({ so_no: 'a' }, { by: 'so_no', tie: 'id' })).toThrow('id')
    expect(() => encodeCursor({ row_key: null }, { by: 'row_key', tie: null })).toThrow('row_key')
  })
})

describe('readPage', () => {
  it('cuts the extra row off and gives the cursor of the next page', async () => {
    const { requested, source } = functionOf(row(9), row(8), row(7))
    const page = await readPage(readKeyset(list, NEWEST), source)
    expect(requested).toEqual([{ limit: 3 }])
    expect(page).toEqual({ rows: [row(9), row(8)], newer: null, older: 'SO-8~id8' })
  })

  it('comes back newer, in the same order', async () => {
    const { requested, source } = functionOf(row(6), row(7), row(8))
    const page = await readPage(readKeyset(`${list}?before=SO-5~id5`, NEWEST), source)
    expect(requested).toEqual([{ limit: 3, before: 'SO-5' }])
    expect(page).toEqual({ rows: [row(7), row(6)], newer: 'SO-7~id7', older: 'SO-6~id6' })
  })

  it('makes the rows of the list; the cursors are of what was read', async () => {
    const { source } = functionOf(row(1), row(2))
    const keyset = readKeyset(list, { by: 'so_no', size: 1 })
    const cursors = { newer: null, older: 'SO-1~id1' }
    const page = await readPage(keyset, source, { row: ({ so_no }) => so_no })
    expect(page).toEqual({ rows: ['SO-1'], ...cursors })
  })

  it('leads to the first page only, where the function cannot read backwards', async () => {
    const { requested, source } = functionOf({ row_key: 'c' }, { row_key: 'd' })
    const paging = { ...BY_ROW_KEY, size: 1, isForwardOnly: true }
    const after = cursorOf('b')
    const page = await readPage(readKeyset(`${list}?after=${after}&before=z~`, paging), source)
    expect(requested).toEqual([{ limit: 2, after: 'b' }])
    expect(page).toMatchObject({ newer: null, older: cursorOf('c') })
  })

  it('goes on after a key with control characters, which the server takes out of an address', async () => {
    const key = '0\x1fTokyo Traders\x1f1'
    const { source } = functionOf({ row_key: key }, { row_key: 'z' })
    const { older } = await readPage(readKeyset(list, { ...BY_ROW_KEY, size: 1 }), source)
    expect(older).toMatch(/^[\w-]+~$/)
    expect(readKeyset(`${list}?after=${older}`, BY_ROW_KEY).cursor).toEqual([key, ''])
  })

  it('asks a table for one row more, in the order of the page, and counts', async () => {
    const said: unknown[] = []
    const query = {
      ...Object.fromEntries(
        ['order', 'limit', 'or'].map((name) => [
          name,
          (...words: unknown[]) => {
            said.push(words)
            return query
          },
        ]),
      ),
      // biome-ignore lint/suspicious/noThenProperty: a query of supabase-js is sent when it is awaited
      then: (done: (answer: object) => void) => done({ data: [], error: null }),
    } as unknown as Exclude<Parameters<typeof readPage<object>>[1], (...args: never) => unknown>
    const count = Promise.resolve({ count: 7, error: null })
    const byId = { by: 'id', descending: true, size: 2 }
    const page = await readPage(readKeyset(`${list}?after=7~7`, byId), query, { count })
    expect(page.count).toBe(7)
    await readPage(readKeyset(list, { by: 'at', tie: 'user_id' }), query)
    const down = { ascending: false }
    const up = { ascending: true }
    expect(said).toEqual([
      ...[['id', down], [3], ['and(id.lte."7",or(id.lt."7",id.lt."7"))']],
      ...[['at', up], [51], ['user_id', up]],
    ])
  })
})

describe('BY_SORT_KEY', () => {
  const id = '0b1c2d3e-0000-4000-8000-000000000000'
  const filters = async (query: string) => {
    const { requested, source } = functionOf()
    await readPage(readKeyset(`${list}?${query}`, { ...BY_SORT_KEY, size: 2 }), source)
    return requested[0]
  }

  it('finds the key that a page begins beyond, on and back', async () => {
    expect(await filters(`after=-12.50~isla tuna~${id}`)).toEqual({
      limit: 3,
      after: { n: '-12.50', t: 'isla tuna', id },
    })
    expect(await filters(`before=0~~${id}`)).toEqual({ limit: 3, before: { n: '0', t: '', id } })
  })

  it('takes a broken cursor for the first page', async () => {
    for (const query of ['', 'after=x', `after=tuna~${id}`, 'before=0~tuna~7'])
      expect(await filters(query), query).toEqual({ limit: 3 })
  })
})
