import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import {
  type Answer,
  type JsonFunction,
  jsonFunctions,
  openTrial,
  RawJson,
} from '../support/json-arguments.ts'
import { FRESH, NIGHTLY, SEEDED, sample } from '../support/rounds.ts'
import { FUNCTIONS } from './access.ts'
import { fillTables } from './identities.ts'

const fixture = testFixture()
const raw = (text: string) => new RawJson(text)

/** Values that any field of a JSON argument may hold. Lone surrogates and NUL are no JSON of PostgreSQL: tests/http. */
const ODD: unknown[] = [
  ...[
    'NaN',
    'Infinity',
    '-Infinity',
    '--1',
    '+1',
    ' 1 ',
    '1e5',
    '1e400',
    '0x10',
    '1_000',
    '1.005',
    '٣',
    '-1',
    '-0.01',
  ],
  ...[
    `1${'0'.repeat(30)}`,
    '9'.repeat(400),
    `0.${'0'.repeat(399)}1`,
    '9999999999',
    '99999999',
    '2147483648',
  ],
  ...[
    raw('1e400'),
    raw('-1e400'),
    raw('1e30'),
    raw(`0.${'0'.repeat(399)}1`),
    -1,
    1.5,
    0,
    1e9,
    2147483648,
  ],
  ...['', ' ', null, true, false, [], {}, [null], [[1]], [{}], { a: 1 }, [1, 'x', null, {}]],
  ...[
    '2026-02-30',
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '3000-01-01',
    '9999-12-31',
    '294276-12-31',
    '4713-01-01 BC',
  ],
  ...[
    'infinity',
    '-infinity',
    'today',
    'yesterday',
    '2026-01-01T23:00:00Z',
    'now',
    'epoch',
    '2026-1-1',
    '2026-01-01T00:00',
    '01/02/2026',
  ],
  ...[
    'x',
    '{6b1f0b7e-0000-4000-8000-000000000000}',
    '6b1f0b7e000040008000000000000000',
    '6b1f0b7e-0000-4000-8000-000000000000',
  ],
  ...[
    'a\u0001b',
    'a\nb',
    'a\tb',
    'a\u0085b',
    'a\u202eb',
    'a\u2066b',
    '\ufeff',
    '\uffff',
    'x'.repeat(100_000),
    '%',
    '\\',
    "'",
  ],
  raw(`${'['.repeat(2000)}${']'.repeat(2000)}`),
  raw(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
]
/** Refusals that a client can act on (docs/field-api.md). */
const isRefusal = ({ code, hint, field }: Answer) =>
  code === 'TAKEN' ||
  (/^(P0001|P0002|42501|23505)$/.test(code) && hint !== '') ||
  (code === '22023' && hint === 'invalid' && field !== '')

let functions: JsonFunction[]
let ids: string[]
let attempt: Awaited<ReturnType<typeof openTrial>>
const show = (value: unknown) =>
  (value instanceof RawJson ? value.text : JSON.stringify(value))?.slice(0, 60)

beforeAll(async () => {
  await fillTables(fixture)
  // One-person office, so that no call ends at a permission.
  await fixture.db.sql(
    `insert into private.role_permissions select 'General Manager', permission, 'all' from (select distinct permission from private.role_permissions) p
     on conflict do nothing`,
  )
  functions = (await jsonFunctions(fixture.db)).filter(
    ({ name }) => FUNCTIONS[name]?.needs !== 'service',
  )
  attempt = await openTrial(fixture.db)
  const tables = await fixture.db.sql<{ name: string }>(
    `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
     and exists (select from pg_attribute where attrelid = c.oid and attname = 'project_id') and exists (select from pg_attribute where attrelid = c.oid and attname = 'id' and atttypid = 'uuid'::regtype)`,
  )
  ids = (
    await Promise.all(
      tables.map(({ name }) =>
        fixture.db.sql<{ id: string }>(
          `select id::text from public.${name} where project_id = $1::uuid limit 2`,
          [fixture.a],
        ),
      ),
    )
  ).flatMap((rows) => rows.map(({ id }) => id))
}, 240_000)

type Json = Record<string, unknown>

/** Sets a field by its path: `lines[0].quantity`. */
function withField(json: Json, path: string, value: unknown): Json {
  const copy = structuredClone(json)
  let at: Json = copy
  const steps = path.split(/[.[\]]+/).filter(Boolean)
  for (const [n, step] of steps.entries()) {
    if (n === steps.length - 1) at[step] = value
    else {
      at[step] ??= /^\d+$/.test(steps[n + 1]!) ? [] : {}
      if (typeof at[step] !== 'object' || at[step] === null) at[step] = {}
      at = at[step] as Json
    }
  }
  return copy
}

/** Arguments with which a function goes as far as it does: what it asks for is given, one field after the other. */
async function soundArguments(of: JsonFunction) {
  const who = FUNCTIONS[of.name]?.needs === 'admin' ? fixture.admin : fixture.both
  let args: Json = {
    ...Object.fromEntries(
      Object.entries(of.args).map(([arg, type]) => [
        arg,
        type === 'jsonb'
          ? {}
          : type === 'uuid'
            ? randomUUID()
            : /int|numeric/.test(type)
              ? '1'
              : type === 'date'
                ? '2026-11-01'
                : type === 'boolean'
                  ? 'false'
                  : type.endsWith('[]')
                    ? []
                    : 'x',
      ]),
    ),
    ...('p_project' in of.args && of.name !== 'create_project' ? { p_project: fixture.a } : {}),
  }
  const plain = [
    ...ids.slice(0, 0),
    '1',
    '2026-11-01',
    'x',
    [{}],
    true,
    ...ids,
    'cash',
    'active',
    'approved',
    'due',
    'default',
  ]
  for (let round = 0; round < 14; round++) {
    const [now] = await attempt(who, of, [args])
    const { code, field } = now!
    const elsewhere = code === 'P0002' || now!.hint === 'wrong_state'
    if (elsewhere || now!.hint === 'stale_version') {
      const uuids = Object.keys(of.args).filter(
        (arg) => of.args[arg] === 'uuid' && !/project|idempotency/.test(arg),
      )
      const tries = elsewhere
        ? uuids.flatMap((arg) => ids.map((id) => ({ ...args, [arg]: id })))
        : [2, 3, 4, 5, 6].map((version) => ({ ...args, p_version: String(version) }))
      if (tries.length === 0) break
      const answers = await attempt(who, of, tries)
      const better = answers.findIndex((one) => one.code !== code || one.hint !== now!.hint)
      if (better < 0) break
      args = tries[better]!
      continue
    }
    if (code !== '22023' || !field) break
    const tries = plain.map((value) => ({
      ...args,
      [of.json]: withField(args[of.json] as Json, field, value),
    }))
    const answers = await attempt(who, of, tries)
    const better = answers.findIndex((one) => one.field !== field || one.code === 'TAKEN')
    if (better < 0) break
    args = tries[better]!
  }
  return { who, args }
}

/** The places of a field: at the top, and in each list or object that the sound argument has. */
function placesOf(field: string, json: Json): string[] {
  const within = Object.entries(json).flatMap(([key, value]) =>
    Array.isArray(value)
      ? [`${key}[0].${field}`]
      : typeof value === 'object' && value
        ? [`${key}.${field}`]
        : [],
  )
  return [field, ...within]
}

describe('each field of each JSON argument', () => {
  it('is found in the sources', () => {
    const byName = new Map(functions.map((one) => [one.name, one.fields]))
    expect(functions.length).toBeGreaterThan(70)
    expect(byName.get('create_booking')).toEqual(
      expect.arrayContaining(['customer_id', 'lines', 'quantity', 'agent_srp', 'date_added']),
    )
    expect(byName.get('update_project')).toEqual(
      expect.arrayContaining(['vat_percent', 'ageing_buckets']),
    )
  })

  it.each([FRESH])(
    `refuses what is none, with hint and field ${SEEDED}`,
    async (seed) => {
      const wrong = new Set<string>()
      let calls = 0
      // In the ordinary run some functions are called, each field gets one of so many values: others with each seed.
      const each = NIGHTLY ? 1 : 6
      let at = seed
      for (const of of sample(functions, 6)) {
        const { who, args } = await soundArguments(of)
        const json = args[of.json] as Json
        const tries = [
          ...of.fields.flatMap((field) =>
            placesOf(field, json).flatMap((path) =>
              ODD.filter(() => at++ % each === 0).map((value) => ({
                path,
                value,
                args: { ...args, [of.json]: withField(json, path, value) },
              })),
            ),
          ),
          ...ODD.filter(() => at++ % Math.min(each, 4) === 0).map((value) => ({
            path: '',
            value,
            args: { ...args, [of.json]: value },
          })),
        ]
        const answers = await attempt(
          who,
          of,
          tries.map((one) => one.args),
        )
        calls += answers.length
        for (const [n, answer] of answers.entries())
          if (!isRefusal(answer)) {
            const { path, value } = tries[n]!
            wrong.add(
              `${of.name} ${path}: ${answer.code} ${answer.hint} ${answer.field} ${answer.message} of ${show(value)}`,
            )
          }
      }
      expect(calls).toBeGreaterThan(100)
      expect([...wrong].slice(0, 300)).toEqual([])
    },
    3_600_000,
  )
})
