import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testBrowser } from '../support/browser.ts'
import { hostileTo, type Sent, sendings } from '../support/hostile.ts'
import { refusedKeeps, sendByBrowser } from '../support/hostile-browser.ts'
import { formsOf, type PageForm } from '../support/page-forms.ts'
import {
  emailOf,
  enterAs,
  everyScreen,
  FINDERS,
  type Screen,
  screensOf,
} from '../support/screens.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

/** `npm run fuzz`: every form × every field × everything hostile. Else a sample of each. */
const LONG = Boolean(process.env.KALAKAL_LONG)
const SEED = Number(process.env.KALAKAL_FUZZ_SEED ?? 1)
/** Of those screens that an address alone leads to: one in so many. */
const EVERY = 18
const TIMEOUT = LONG ? 7_200_000 : 180_000

const server = testServer()
const { visit } = testBrowser(server)
let forms: PageForm[] = []
let asked = 0

beforeAll(async () => {
  const screens = LONG ? await everyScreen(server) : await someScreens()
  const { page, close } = await visit({ scripts: false })
  forms = await formsOf(page, screens)
  await close()
}, TIMEOUT)
afterAll(() => {
  if (LONG) process.stdout.write(`${forms.length} forms, ${asked} sendings\n`)
})

/** Screens without an id in their address, a few of each finder. */
async function someScreens(): Promise<Screen[]> {
  const found: Screen[] = []
  for (const who of FINDERS) {
    const plain = (await screensOf(who)).map(({ address }) => address!)
    const some = plain.filter((address) => !address.includes(':'))
    const visitor = await Visitor.signedIn(server.origin, emailOf(who))
    for (const [place, path] of some.entries())
      if (place % EVERY === SEED % EVERY) {
        const response = await visitor.get(path)
        found.push({ address: path, path, who, html: await response.text() })
      }
  }
  return found
}

/** All in the long form, else a few that every run of the seed takes alike. */
const few = <T>(all: readonly T[], count: number, from: number): T[] =>
  LONG
    ? [...all]
    : Array.from(
        { length: Math.min(count, all.length) },
        (_, i) => all[(from + i * 7) % all.length]!,
      )

describe('every form, with something hostile in every field', () => {
  it('is found', () => {
    expect(forms.length).toBeGreaterThan(LONG ? 120 : 10)
  })

  it.each(FINDERS)(
    'in the browser of %s: nothing runs, and what was typed is kept',
    {
      timeout: TIMEOUT,
    },
    async (who) => {
      const { page, problems, close } = await visit()
      await enterAs(page, server, who)
      const wrong: string[] = []
      const mine = forms.filter(({ screen }) => screen.who === who)
      for (const [place, form] of mine.entries())
        for (const text of few(hostileTo(form), 2, place)) {
          asked++
          const answer = await sendByBrowser(page, form, text)
          if (!answer) break
          const complaints = new Set([...refusedKeeps(answer, text), ...problems.splice(0)])
          for (const complaint of complaints)
            wrong.push(`${form.key}, ${JSON.stringify(text.slice(0, 40))}: ${complaint}`)
        }
      expect(wrong).toEqual([])
      await close()
    },
  )

  it.each(FINDERS)(
    'sent by %s, each field by itself: no failure',
    {
      timeout: TIMEOUT,
    },
    async (who) => {
      let visitor = await Visitor.signedIn(server.origin, emailOf(who))
      const wrong: string[] = []
      const mine = forms.filter(({ screen }) => screen.who === who)
      for (const [place, form] of mine.entries())
        for (const sent of few<Sent>(sendings(form), 4, place)) {
          asked++
          const response = await sent.by(visitor)
          const text = await response.text()
          const [, raw] = /(<script>window\.pwned|<img src=x onerror|<svg\/onload)/.exec(text) ?? []
          if (response.status >= 500 || raw)
            wrong.push(`${response.status} ${raw ?? ''} ${form.key}: ${sent.what}`)
          const to = response.headers.get('location') ?? ''
          if (/^\/(login)?($|\?)/.test(to))
            visitor = await Visitor.signedIn(server.origin, emailOf(who))
        }
      expect(wrong).toEqual([])
    },
  )

  it('the books are right afterwards', { timeout: TIMEOUT }, async () => {
    const owner = await Visitor.signedIn(server.origin, 'owner@demo.test')
    const answer = await owner.get('/verify-books?run=now&_data=features/audit/verify-books.route')
    const { checks } = (await answer.json()) as { checks: { wrong: number }[] }
    expect(checks.length).toBeGreaterThan(20)
    expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([])
  })
})
