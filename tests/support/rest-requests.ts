import fc from 'fast-check'
import type { Vocabulary } from './vocabulary.ts'

/** A request to the database's own API, as anyone with a token may type it. */
export interface RestRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

const HOSTILE = [
  '',
  '0',
  '-1',
  '99999999999999999999',
  '1e309',
  'NaN',
  'null',
  'true',
  "'; drop table public.products; --",
  '%',
  '*',
  '\\',
  '"',
  '(a,b)',
  '{}',
  '[]',
  '{"a":{"b":[1,null]}}',
  '2026-02-30',
  'infinity',
  '\u202e\u0000',
  'é'.repeat(300),
  '<script>alert(1)</script>',
  '../../etc/passwd',
] as const

const DAYS = [
  '2026-01-01',
  '2025-12-31',
  '0001-01-01',
  '9999-12-31',
  'infinity',
  '-infinity',
  '4713-01-01 BC',
  '5874897-12-31',
] as const
const WHOLE = [0, 1, -1, 2, 100, 32768, 2147483647, -2147483648, 2147483648, 9e18] as const
const AMOUNTS = ['0', '0.01', '-1.00', '1.005', '999999999999.99', '9999999999999999.99', '1e30']
const OPERATORS = 'eq neq gt gte lt lte like ilike match imatch is in cs cd ov fts not.eq not.in'
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'] as const
const PREFER = [
  'return=representation',
  'return=minimal,resolution=merge-duplicates',
  'resolution=ignore-duplicates,return=representation',
  'count=exact',
  'count=estimated,return=representation',
  'tx=rollback',
  'nonsense',
] as const

/** Requests of every shape that the REST API has, sound and broken, from words of this vocabulary. */
export function restRequests(vocabulary: Vocabulary): fc.Arbitrary<RestRequest> {
  const { tables, ids, projects } = vocabulary
  const table = fc.constantFrom(...Object.keys(tables))
  const anything: fc.Arbitrary<unknown> = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.string({ maxLength: 20 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown),
  )
  /** Mostly what a column or argument of the type takes, at the edges too; at times something else. */
  const ofType = (type: string): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 6, arbitrary: sound(type) }, { weight: 1, arbitrary: anything })
  const sound = (type: string): fc.Arbitrary<unknown> => {
    if (type.endsWith('[]')) return fc.array(sound(type.slice(0, -2)), { maxLength: 4 })
    if (type === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
    if (type === 'date' || type.startsWith('timestamp')) return fc.constantFrom(...DAYS)
    if (/int/.test(type)) return fc.oneof(fc.constantFrom(...WHOLE), fc.nat(50))
    if (type === 'numeric') return fc.constantFrom(...AMOUNTS)
    if (type === 'boolean') return fc.boolean()
    return fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 20 }))
  }
  const text = (type: string) =>
    ofType(type).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))

  const column = (of: string) =>
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...Object.keys(tables[of]!)) },
      { weight: 1, arbitrary: fc.constantFrom('project_id', 'id', 'no_such', ...HOSTILE) },
    )
  const filter = (of: string) =>
    column(of).chain((name) =>
      fc
        .tuple(fc.constantFrom(...OPERATORS.split(' ')), text(tables[of]![name] ?? 'text'))
        .map(([operator, value]): [string, string] => [
          name,
          operator.endsWith('in') ? `${operator}.(${value})` : `${operator}.${value}`,
        ]),
    )
  const select = (of: string) =>
    fc.oneof(
      fc.constant('*'),
      column(of),
      table.map((other) => `*,${other}(*)`),
      fc.tuple(table, table).map(([one, two]) => `*,${one}!inner(*,${two}(*))`),
      fc.constantFrom('*,count', 'id.sum()', 'x:id::text', '*,projects(*)', '))(', ''),
    )
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
  const query = (of: string) =>
    fc
      .record({
        filters: fc.array(filter(of), { maxLength: 3 }),
        select: optional(select(of)),
        order: optional(column(of).map((name) => `${name}.desc`)),
        limit: optional(text('integer')),
        or: optional(filter(of).map(([name, value]) => `(${name}.${value},${name}.is.null)`)),
      })
      .map(({ filters, ...rest }) => {
        const search = new URLSearchParams(filters)
        for (const [key, value] of Object.entries(rest))
          if (value !== undefined) search.set(key, value)
        return search.toString()
      })
  const row = (of: string) =>
    fc
      .array(
        column(of).chain((name) =>
          fc.tuple(fc.constant(name), ofType(tables[of]![name] ?? 'text')),
        ),
        { maxLength: 5 },
      )
      .map((pairs) => Object.fromEntries(pairs) as Record<string, unknown>)
  const body = (of: string) =>
    fc.oneof(
      row(of).map((one) => JSON.stringify(one)),
      fc.array(row(of), { maxLength: 3 }).map((all) => JSON.stringify(all)),
      fc.constantFrom('', '{', '[1,2', 'null', '"text"'),
    )
  const headers = fc.record({
    Prefer: fc.constantFrom(...PREFER),
    Accept: fc.constantFrom('application/json', 'application/vnd.pgrst.object+json', 'text/csv'),
    Range: fc.constantFrom('0-9', '5-2', 'x', '0-'),
    'Accept-Profile': fc.constantFrom('public', 'private', 'auth', 'storage'),
  })
  const some = fc.subarray(['Prefer', 'Accept', 'Range', 'Accept-Profile'] as const)
  const onTable = table.chain((of) =>
    fc
      .tuple(fc.constantFrom(...METHODS), query(of), body(of), headers, some)
      .map(([method, search, content, all, keys]) => ({
        method,
        path: `/rest/v1/${of}?${search}`,
        headers: Object.fromEntries(keys.map((key) => [key, all[key]])),
        ...(method === 'GET' || method === 'HEAD' ? {} : { body: content }),
      })),
  )

  /** JSON as a function might read it: its own words as keys and as values. */
  const json = (words: string[]): fc.Arbitrary<unknown> => {
    const value = fc.oneof(
      ...['uuid', 'date', 'integer', 'numeric', 'boolean', 'text', 'uuid[]'].map(ofType),
      fc.constantFrom(...words, ...projects),
    )
    const plain = fc.dictionary(fc.constantFrom(...words), value, { maxKeys: 8 })
    const lines = fc.array(plain, { maxLength: 3 })
    return fc.oneof(
      { weight: 3, arbitrary: plain },
      {
        weight: 2,
        arbitrary: fc.dictionary(fc.constantFrom(...words), fc.oneof(value, lines), { maxKeys: 8 }),
      },
      { weight: 2, arbitrary: lines },
      { weight: 1, arbitrary: anything },
    )
  }
  const argument = (name: string, type: string, words: string[]) => {
    if (name === 'p_project')
      return fc.oneof(
        { weight: 10, arbitrary: fc.constant(projects[0]) },
        { weight: 2, arbitrary: fc.constantFrom(...projects) },
        { weight: 1, arbitrary: ofType(type) },
      )
    if (type === 'jsonb') return json(words)
    if (type === 'text' && words.length > 0)
      return fc.oneof(fc.constantFrom(...words), ofType(type))
    return ofType(type)
  }
  const onFunction = fc.constantFrom(...Object.keys(vocabulary.functions)).chain((name) => {
    const { args, words } = vocabulary.functions[name]!
    const known = words.length > 0 ? words : ['id']
    const given = Object.entries(args).map(
      ([key, type]) =>
        [key, fc.option(argument(key, type, known), { nil: undefined, freq: 12 })] as const,
    )
    return fc.record(Object.fromEntries(given)).map((all) => ({
      method: 'POST',
      path: `/rest/v1/rpc/${name}`,
      headers: {},
      body: JSON.stringify(all),
    }))
  })
  return fc.oneof({ weight: 2, arbitrary: onTable }, { weight: 3, arbitrary: onFunction })
}
