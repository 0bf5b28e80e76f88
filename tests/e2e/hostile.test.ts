import { beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { testBrowser } from '../support/browser.ts'
import { Findings, formsOnScreens, LONG_FORM, PART } from '../support/hostile-forms.ts'
import { sendOneByOne, typeInto } from '../support/hostile-run.ts'
import type { PageForm } from '../support/page-forms.ts'
import { sample } from '../support/rounds.ts'
import { emailOf, enterAs, FINDERS } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const TIMEOUT = LONG_FORM ? 14_400_000 : 180_000

const server = testServer()
const { visit } = testBrowser(server)
let forms: PageForm[] = []

beforeAll(async () => {
  const { page, close } = await visit({ scripts: false, drawn: true })
  forms = await formsOnScreens(server, page)
  await close()
  if (LONG_FORM) process.stdout.write(`${forms.length} forms\n`)
}, TIMEOUT)

/** The forms that this person found, and what comes of them. */
const of = (who: (typeof FINDERS)[number]) => ({
  mine: forms.filter(({ screen }) => screen.who === who),
  found: new Findings(),
})

describe('every form, with something hostile in every field', () => {
  it('is found', () => {
    const least = PART ? 0 : LONG_FORM ? 120 : 10
    expect(forms.length).toBeGreaterThan(least)
  })

  it.each(sample(FINDERS, 1))(
    'in the browser of %s: nothing runs, and what was typed is kept',
    { timeout: TIMEOUT },
    async (who) => {
      const { mine, found } = of(who)
      const { page, problems, close } = await visit()
      await enterAs(page, server, who)
      await typeInto(page, problems, mine, found)
      if (LONG_FORM) process.stdout.write(`${who}: ${mine.length} forms, ${found}\n`)
      expect(found.wrong).toEqual([])
      await close()
    },
  )

  it.each(sample(FINDERS, 1))(
    'sent by %s, each field alone: no failure',
    { timeout: TIMEOUT },
    async (who) => {
      const { mine, found } = of(who)
      await sendOneByOne(() => HttpClient.signedIn(server.origin, emailOf(who)), mine, found)
      if (LONG_FORM) process.stdout.write(`${who}: ${mine.length} forms, ${found}\n`)
      expect(found.wrong).toEqual([])
    },
  )

  it('the books are right afterwards', { timeout: TIMEOUT }, async () => {
    const owner = await HttpClient.signedIn(server.origin, 'owner@demo.test')
    const answer = await owner.get('/verify-books?run=now&_data=modules/audit/verify-books.route')
    const { checks } = (await answer.json()) as { checks: { wrong: number }[] }
    expect(checks.length).toBeGreaterThan(20)
    expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([])
  })
})
