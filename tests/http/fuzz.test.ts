import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPANIES, loginOf } from '../../scripts/demo/people.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { everyPageAndFile } from '../support/files.ts'
import { addOutsiders, type FuzzBackend, openFuzzBackend } from '../support/fuzz-backend.ts'
import { type RestRequest, restRequests } from '../support/rest-requests.ts'
import { NIGHTLY, rounds } from '../support/rounds.ts'
import type { RunningServer } from '../support/server.ts'
import {
  type Marks,
  marksOf,
  projectRows,
  readVocabulary,
  type Vocabulary,
} from '../support/vocabulary.ts'

/**
 * Requests of each identity: few in `npm run verify`, more in the nightly run, which asks the embedded database;
 * `npm run fuzz` asks ten thousand, of PostgreSQL or, as KALAKAL_FUZZ_EMBEDDED says, of the embedded database.
 */
const RUNS = Number(process.env.KALAKAL_FUZZ_RUNS ?? rounds(8, 40))
const SEED = Number(process.env.KALAKAL_FUZZ_SEED ?? 1)
const LONG = Boolean(process.env.KALAKAL_FUZZ_RUNS)
const EMBEDDED = LONG ? Boolean(process.env.KALAKAL_FUZZ_EMBEDDED) : NIGHTLY
const ENGINE = EMBEDDED ? 'pglite' : 'postgres'
/** The number of requests that run at the same time. */
const ABREAST = 4
/** A request that takes longer is a failure. The long form has the machine for itself and keeps to the product's limit. */
const PATIENCE_MS = LONG ? 15_000 : 45_000
const [ours, theirs] = COMPANIES.map(({ id }) => id) as [string, string]
/**
 * One person of each role of the first company, and those of the other company, which has fewer
 * rows.
 */
const PEOPLE = COMPANIES.flatMap(({ domain, staff }) =>
  staff.filter(({ login }) => !login).map(({ role }) => `${loginOf(role)}@${domain}`),
)
const ADMIN = 'admin@demo.test'

let testBackend: FuzzBackend
let server: RunningServer
let apikey: string
let vocabulary: Vocabulary
/** Marks that identify a row of the first company, of the other one, of any. */
let marks: Record<'ours' | 'theirs' | 'any', Marks>
/** Rows of the company whose people are not among those who ask. */
let before: unknown
let outsiders: Awaited<ReturnType<typeof addOutsiders>> = []
/** The requests that the long form reports at its end. */
const wanted: { status: number; ms: number; what: string }[] = []

beforeAll(async () => {
  testBackend = await openFuzzBackend(ENGINE)
  await testBackend.asOwner(async (sql) => {
    vocabulary = await readVocabulary(sql, [ours, theirs])
    marks = {
      ours: await marksOf(sql, vocabulary, [ours], [theirs]),
      theirs: await marksOf(sql, vocabulary, [theirs], [ours]),
      any: await marksOf(sql, vocabulary, [ours, theirs], []),
    }
    before = await projectRows(sql, [theirs])
  })
  server = await testBackend.serve()
  apikey = (await openSecrets(server.folder)).publishableKey
  outsiders = await addOutsiders(server)
}, 1_800_000)
afterAll(async () => {
  await server?.stop()
  await testBackend?.drop()
  if (LONG) describeRequest()
})

describe('the database API under generated requests', () => {
  it('has words to ask with', () => {
    expect(marks.ours.size).toBeGreaterThan(500)
    expect(marks.theirs.size).toBeGreaterThan(5)
    expect(Object.keys(vocabulary.tables).length).toBeGreaterThan(40)
    expect(Object.keys(vocabulary.functions).length).toBeGreaterThan(100)
    expect(vocabulary.functions.report_sales?.words).toContain('after')
  })

  const isTheirs = (who: string | null) => Boolean(who?.endsWith('@other.test'))
  const everybody = [null, ...PEOPLE, 'stranger', 'left', 'sent-away', ADMIN]
  const people = everybody.map((who, index) => ({ who, index }))
  /**
   * Reads the tables as the owner of the database; the folder of an embedded database must be free
   * for it.
   */
  const look = async <T>(at: Parameters<typeof testBackend.asOwner<T>>[0]): Promise<T> => {
    if (EMBEDDED) await server.stop()
    const seen = await testBackend.asOwner(at)
    if (EMBEDDED) server = await testBackend.serve()
    return seen
  }
  const each = [
    '$who gets no row of another company, and no failure',
    { timeout: 3_600_000 },
    async ({ who, index }: { who: string | null; index: number }) => {
      const outsider = outsiders.find(({ email }) => email.startsWith(`${who}@`))
      const ask = await asker(outsider?.email ?? who, outsider?.token)
      // The administrator may remove a project: not the one that must stay as it is.
      const words =
        who === ADMIN
          ? { ...vocabulary, projects: [ours], ids: [ours] }
          : {
              ...vocabulary,
              projects: who?.endsWith('other.test') ? [theirs, ours] : [ours, theirs],
            }
      const hidden = hiddenFrom(who)
      const all = fc.sample(restRequests(words), { seed: SEED * 1000 + index, numRuns: RUNS })
      const wrong: string[] = []
      await Promise.all(
        Array.from({ length: ABREAST }, async () => {
          for (let request = all.pop(); request; request = all.pop()) {
            const began = performance.now()
            const { status, text } = await ask(request)
            const what = `${who} ${request.method} ${request.path.split('?')[0]} ${request.body}`
            wanted.push({ status, ms: Math.round(performance.now() - began), what })
            const seen = hidden?.in(text) ?? []
            if (seen.length > 0 || status >= 500 || isBare(text)) {
              wrong.push(`${status} ${seen} ${JSON.stringify(request)} ${text.slice(0, 300)}`)
              if (LONG) process.stdout.write(`${who}: ${wrong.at(-1)}\n`)
            }
          }
        }),
      )
      // Hours lie before the end of the long form.
      if (LONG) process.stdout.write(`${who}: ${RUNS} requests, ${wrong.length} wrong\n`)
      expect(wrong).toEqual([])
    },
  ] as const

  // The administrator may remove the first company, so the pages are looked at before.
  it.each(people.filter(({ who }) => !isTheirs(who) && who !== ADMIN))(...each)

  // In every run accepted-writes.test.ts looks at them.
  it.runIf(NIGHTLY || LONG)(
    'has left all pages and files of the first company standing',
    async () => {
      const answered = await everyPageAndFile(server)
      expect(answered.length).toBeGreaterThan(100)
    },
    600_000,
  )

  it.each(people.filter(({ who }) => who === ADMIN))(...each)

  it('has changed nothing of the other company', async () => {
    const [after, next] = await look(async (sql) => [
      await projectRows(sql, [theirs]),
      await projectRows(sql, [ours]),
    ])
    expect(after).toEqual(before)
    before = next
  })

  // These may change their own company.
  it.each(people.filter(({ who }) => isTheirs(who)))(...each)

  it('has changed nothing of the first company since, and the books are right', async () => {
    const [after, broken] = await look(async (sql) => [
      await projectRows(sql, [ours]),
      await sql(
        'select check_key, label, stored, expected from private.book_check_violations((select array_agg(id) from public.projects)) limit 20',
      ),
    ])
    expect(after).toEqual(before)
    expect(broken).toEqual([])
  })
})

/** Returns true when a value is refused without the hint that programs go by (docs/field-api.md). */
const isBare = (text: string) =>
  /^\{.*"code":"2[23][0-9A-Z]{3}"/s.test(text) && !/"hint":"\w/.test(text)

/** Prints the number of requests by answer, and the slowest ones. */
function describeRequest() {
  const by = new Map<number, number>()
  for (const { status } of wanted) by.set(status, (by.get(status) ?? 0) + 1)
  const slowest = wanted.sort((a, b) => b.ms - a.ms).slice(0, 10)
  const lines = [
    `${wanted.length} requests; by status: ${JSON.stringify(Object.fromEntries(by))}`,
    ...slowest.map(({ ms, what }) => `${ms} ms ${what.slice(0, 500)}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/**
 * Returns the rows that this person must not see; null stands for the administrator, who sees
 * people and projects of all.
 */
function hiddenFrom(who: string | null): Marks | null {
  if (who === ADMIN) return null
  if (!who || !PEOPLE.includes(who)) return marks.any
  return who.endsWith('@demo.test') ? marks.theirs : marks.ours
}

/** Sends requests as a person, who signs in again when the session is over. */
async function asker(email: string | null, begun?: string) {
  let token = begun ?? (email ? await signIn(email) : apikey)
  return async (request: RestRequest) => {
    let answer = await send(token, request)
    // Two commands met: a client then sends the same again (docs/field-api.md).
    for (let tries = 0; tries < 5 && /"code":"40(001|P01)"/.test(answer.text); tries++)
      answer = await send(token, request)
    if (answer.status === 401 && email) token = await signIn(email).catch(() => token)
    return answer
  }
}

async function send(token: string, { method, path, headers, body }: RestRequest) {
  const response = await fetch(`${server.origin}/supabase${path}`, {
    method,
    headers: {
      apikey,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, text: await response.text() }
}

async function signIn(email: string): Promise<string> {
  const { status, text } = await send(apikey, {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: {},
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${text}`)
  return (JSON.parse(text) as { access_token: string }).access_token
}
