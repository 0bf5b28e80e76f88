import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { sample } from '../support/rounds.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { readVocabulary, type Vocabulary } from '../support/vocabulary.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()

/** Values at the edges of each type and beyond. Some are sound where the type alone is asked. */
const EDGES: Record<string, unknown[]> = {
  integer: [
    99999999999,
    -99999999999,
    2147483647,
    -2147483648,
    '1e5',
    '--1',
    ' 1 x',
    'NaN',
    1.5,
    '',
    [],
    {},
  ],
  bigint: ['99999999999999999999', -1, 'NaN', '1e5', {}],
  numeric: ['NaN', 'Infinity', '-Infinity', '1e30', '-1', '1.005', '--1', '0x10z', '', {}],
  date: [
    'infinity',
    '-infinity',
    '294276-12-31',
    '5874898-01-01',
    '2026-02-30',
    '0001-01-01',
    'x',
    '',
    1,
  ],
  uuid: ['x', '', 1, {}],
  'uuid[]': ['x', ['x'], '{x}', {}],
  boolean: ['x', '', 2],
  text: ['', 'x'.repeat(100_000), '\u0001', '\u0000', '\ud800', 'NaN'],
}
const JSON_EDGES = [
  'NaN',
  'Infinity',
  '1e5',
  '--1',
  ' 1 ',
  '1_000',
  '0x10',
  1e30,
  -1,
  '2026-02-30',
  'infinity',
  '\u0000',
  '\ud800',
  '\u0001',
  '\u007f',
  'x'.repeat(5000),
  [],
  {},
  null,
  true,
  [null],
  [[1]],
]

/** A value of each type that is sound, so that the one in question is reached. */
const SOUND: Record<string, unknown> = {
  integer: 1,
  bigint: 1,
  numeric: '1',
  date: '2026-01-01',
  boolean: false,
  text: 'x',
  jsonb: {},
  'uuid[]': [],
}

const PEOPLE = ['special-access-1', 'general-manager', 'expenses-and-disbursements', 'admin']

let apikey: string
let vocabulary: Vocabulary
const tokens = new Map<string, string>()

async function ask(who: string, method: string, path: string, body: unknown) {
  const response = await fetch(`${server.origin}/supabase${path}`, {
    method,
    headers: {
      apikey,
      Authorization: `Bearer ${tokens.get(who) ?? apikey}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const answer = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { status: response.status, ...answer } as {
    status: number
    code?: string
    hint?: string
    details?: string
    access_token?: string
  }
}

/** Returns what is wrong with a refusal: a failure of the server, or a refused value that does not say so. */
function wrong({ status, code = '', hint, details }: Awaited<ReturnType<typeof ask>>): boolean {
  return status >= 500 || (/^2[23]/.test(code) && (!hint || details === undefined))
}

beforeAll(async () => {
  if (!hasPostgres()) return
  apikey = (await openSecrets(server.folder)).publishableKey
  const owner = connect(server)
  const sql = async (text: string, params: unknown[] = []) =>
    [...(await owner.unsafe(text, params as never[]))] as never
  vocabulary = await readVocabulary(sql, [DEMO_ID])
  await owner.end()
  for (const who of PEOPLE) {
    const email = `${who}@demo.test`
    const { access_token } = await ask('', 'POST', '/auth/v1/token?grant_type=password', {
      email,
      password: DEMO_PASSWORD,
    })
    tokens.set(who, access_token!)
  }
}, 120_000)

/** Runs all, a few at the same time. */
async function each<T>(list: T[], run: (one: T) => Promise<void>): Promise<void> {
  const left = [...list]
  const next = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await run(one)
  }
  await Promise.all(Array.from({ length: 6 }, next))
}

/** The body of a call in which every argument but one is sound. */
function bodyOf(args: Record<string, string>, argument: string, value: unknown) {
  const sound = Object.entries(args).map(([name, type]) => [
    name,
    name === 'p_project' ? DEMO_ID : (SOUND[type] ?? randomUUID()),
  ])
  return { ...Object.fromEntries(sound), [argument]: value }
}

describe.runIf(hasPostgres())('a function called with any value', () => {
  /** All functions in the nightly run, some of them in the others. */
  const chosen = () => sample(Object.entries(vocabulary.functions), 40)

  it('a typed argument that is none, or out of range, is refused with hint and field', async () => {
    const calls = chosen().flatMap(([name, { args }]) =>
      Object.entries(args).flatMap(([argument, type]) =>
        (EDGES[type] ?? []).map((value) => ({ name, args, argument, value })),
      ),
    )
    expect(calls.length).toBeGreaterThan(100)
    const odd: unknown[] = []
    await each(calls, async ({ name, args, argument, value }) => {
      for (const who of PEOPLE) {
        const answer = await ask(who, 'POST', `/rest/v1/rpc/${name}`, bodyOf(args, argument, value))
        // A value outside of the range of its type is refused for every user, and its argument is named.
        const named = answer.hint !== 'invalid' || answer.details
        if (wrong(answer) || !named)
          odd.push([who, name, argument, String(value).slice(0, 40), answer])
      }
    })
    expect(odd).toEqual([])
  }, 1_800_000)

  it('a field of its JSON is too', async () => {
    const calls = chosen().flatMap(([name, { args, words }]) => {
      const [json] = Object.entries(args).find(([, type]) => type === 'jsonb') ?? []
      if (!json) return []
      return sample(words, 12).flatMap((word) =>
        sample(JSON_EDGES, 4).map((value) => ({ name, args, json, given: { [word]: value } })),
      )
    })
    expect(calls.length).toBeGreaterThan(100)
    const odd: unknown[] = []
    await each(calls, async ({ name, args, json, given }) => {
      const body = bodyOf(args, json, given)
      const answer = await ask('special-access-1', 'POST', `/rest/v1/rpc/${name}`, body)
      if (wrong(answer)) odd.push([name, JSON.stringify(given).slice(0, 60), answer])
    })
    expect(odd).toEqual([])
  }, 1_800_000)
})

describe.runIf(hasPostgres())('rows that are written at the same moment', () => {
  it.each([
    ['payees', { fname: 'Same Name' }, 'fname'],
    ['cost_centers', { cost_center: 'Same center', monthly_budget: 5 }, 'cost_center'],
    ['releasers', { fname: 'Same', lname: 'Name' }, 'lname'],
  ] as const)(
    'one of %s takes the name, the others learn that it is used',
    async (table, row, field) => {
      const sent = Array.from({ length: 8 }, () => ({
        ...row,
        id: randomUUID(),
        project_id: DEMO_ID,
      }))
      const answers = await Promise.all(
        sent.map((one) => ask('expenses-and-disbursements', 'POST', `/rest/v1/${table}`, one)),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 201))
        expect(answer).toMatchObject({
          status: 409,
          code: '23505',
          hint: 'duplicate',
          details: field,
        })
    },
  )
})
