import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { everyLook, laptopLook, thinOut } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { rounds, sample } from '../support/rounds.ts'
import {
  allScreens,
  enterAs,
  everyScreen,
  FINDERS,
  type Screen,
  WEB_PEOPLE,
} from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)
const office = demoCompany(server, 'finance-admin')
let screens: Screen[] = []

beforeAll(async () => {
  const { data } = await office
    .db()
    .from('customers')
    .select('id')
    .eq('approval_status', 'approved')
    .limit(1)
  await office.runCommand('create_memo', {
    p_memo: { kind: 'debit', reason: 'bounced_cheque', customer_id: data![0]!.id, amount: '10.00' },
  })
  screens = await everyScreen(server)
}, 300_000)

/**
 * One screen in this many is also looked at light or dark, on a laptop or a phone; the nightly run looks at all of them in
 * all four ways.
 */
const EVERY_LOOK = rounds(4, 1)

/**
 * Matches a screen one level below a list of the menu or of Home: a document, a form, or a part of
 * one.
 */
const BELOW_A_LIST = /\/(:id(\/.*)?|add|[a-z]+-add-[a-z]+)$/

/** Matches a screen that the bars at the top and at the foot of a phone lead to, and not the menu. */
const OF_THE_BARS = /^\/(inbox|search|notifications)$/

/** Counts the matches in a piece of a page. */
const count = (html: string | undefined, pattern: RegExp) => html?.match(pattern)?.length ?? 0

/** A page as the server sends it: nothing here waits for scripts. */
function outline(html: string) {
  return {
    title: /<title>([^<]*)/.exec(html)?.[1] ?? '',
    headings: count(html, /<h1\b/g),
    current: count(
      /<aside\b.*?<\/aside>/s.exec(html)?.[0],
      /<li class="relative"><a\b[^>]*\saria-current=/g,
    ),
    bar: count(
      /<nav aria-label="Shortcuts".*?<\/nav>/s.exec(html)?.[0],
      /<a\b[^>]*\saria-current=/g,
    ),
    crumbs: count(/<nav aria-label="Breadcrumbs".*?<\/nav>/s.exec(html)?.[0], /<a\b/g),
  }
}

const TITLE = /^\S.* · Kalakal$/

describe('every screen', () => {
  it('is linked from another page for some person', async () => {
    const all = (await allScreens()).map(({ address }) => address!)
    expect(all.length).toBeGreaterThan(20)
    // A project without users links to its first decisions; the demo company has users. first-day.test.ts opens it.
    const found = [...screens.map(({ address }) => address), '/admin-projects/:id/guide']
    expect(all.filter((address) => !found.includes(address))).toEqual([])
  })

  it('has its title, one heading, its menu entry and the way back', () => {
    for (const { address, html } of screens) {
      const { title, headings, current, bar, crumbs } = outline(html)
      expect(title, address).toMatch(TITLE)
      const inBar = OF_THE_BARS.test(address)
      expect([headings, current], `${address}: headings, entries of the menu`).toEqual([
        1,
        inBar ? 0 : 1,
      ])
      // The bell is no shortcut.
      if (inBar && address !== '/notifications')
        expect(bar, `${address}: entries of the bar`).toBe(1)
      if (BELOW_A_LIST.test(address)) expect(crumbs, `${address}: the way back`).toBeGreaterThan(0)
    }
  })

  it('has its title and one heading when it is public', async () => {
    for (const path of ['/', '/Login', '/reset', '/verification']) {
      const response = await new HttpClient(server.origin).get(path)
      const { title, headings } = outline(await response.text())
      expect(title, path).toMatch(TITLE)
      expect(headings, path).toBe(1)
    }
  })
})

describe('axe has nothing serious to say about', () => {
  async function person(who: Screen['who']) {
    const made = await visit()
    // Colors in the middle of a transition are nobody's.
    await made.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await enterAs(made.page, server, who)
    return made
  }

  it.each(FINDERS)('the screens that %s opened', { timeout: 1_800_000 }, async (who) => {
    const { page, close } = await person(who)
    const all: string[] = []
    const theirs = screens.filter((screen) => screen.who === who)
    for (const [at, { path }] of sample(theirs, Math.ceil(theirs.length / 15)).entries()) {
      await page.goto(path)
      await thinOut(page)
      const look = at % EVERY_LOOK === 0 ? everyLook : laptopLook
      all.push(...(await look(page, path)))
    }
    expect(all).toEqual([])
    await close()
  })

  it.each(sample(WEB_PEOPLE, 2))('the frame and the home of %s', async (who) => {
    const { page, close } = await person(who)
    onTestFailed(() => picture(page, `frame of ${who}`))
    await page.goto(who === 'admin' ? '/admin-home' : '/home')
    expect(await everyLook(page, who)).toEqual([])
    await close()
  })
})
