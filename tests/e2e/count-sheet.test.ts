import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFailed } from 'vitest'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { countDesk, countField, pressOnSheet } from '../support/counts.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const { goods, makeSheet, handIn, decide } = countDesk(demoCompany(server))

describe('two people at one sheet', () => {
  it.each([{ scripts: true }, { scripts: false }])(
    'lose nothing of each other, scripts $scripts',
    async ({ scripts }) => {
      const tag = randomUUID().slice(0, 6)
      const names = ['A', 'B', 'C'].map((letter) => `Pair ${tag} ${letter}`)
      const ids = []
      for (const name of names) ids.push(await goods(name, 'Household', 48))
      const first = await signedIn('warehouse@demo.test', { scripts })
      const second = await signedIn('special-access-1@demo.test', { scripts })
      onTestFailed(() => picture(second.page, `pair ${tag}`))
      const sheet = await makeSheet(first, `Pair ${tag}`, 'Household', 'open')
      await second.page.goto(sheet)
      // Each person counts other lines, on a page that does not know of the other's.
      await countField(first.page, names[0]!).fill('1 cs')
      await pressOnSheet(first.page, 'Save')
      await first.page.getByText('Saved 1 line.').waitFor()
      await countField(second.page, names[1]!).fill('2 cs')
      await pressOnSheet(second.page, 'Save')
      await second.page.getByText('Saved 1 line.').waitFor()
      expect(await countField(second.page, names[0]!).inputValue()).toBe('1 cs')
      // Both count the same line differently: the second person is told, and decides.
      await countField(first.page, names[2]!).fill('3 cs')
      // "Saved 1 line." stands there since the line before: the answer itself is waited for.
      const answered = first.page.waitForResponse(
        (response) => response.request().method() === 'POST',
      )
      await pressOnSheet(first.page, 'Save')
      await answered
      await countField(second.page, names[2]!).fill('4 cs')
      await pressOnSheet(second.page, 'Save')
      await second.page.getByText('Another user counted 3 cs').waitFor()
      expect(await countField(second.page, names[2]!).inputValue()).toBe('4 cs')
      await pressOnSheet(second.page, 'Save')
      await second.page.getByText(/Another user counted 3 cs/).waitFor({ state: 'detached' })
      await first.page.goto(sheet)
      const values = []
      for (const name of names) values.push(await countField(first.page, name).inputValue())
      expect(values).toEqual(['1 cs', '2 cs', '4 cs'])
      // Somebody handed it in: an old page does not take it back.
      await countField(second.page, names[1]!).fill('9 cs')
      await handIn(first)
      await pressOnSheet(second.page, 'Save')
      await second.page.getByText('no longer open').waitFor()
      await first.close()
      await second.close()
    },
  )
})

describe('the sheet with scripts', () => {
  it('is filled by Enter alone, sends only what was touched, and asks before it is left', async () => {
    for (let n = 0; n < 3; n++) await goods(`Keys ${n}`, 'Canned goods', 12)
    const counter = await signedIn('warehouse@demo.test')
    const { page, close } = counter
    onTestFailed(() => picture(page, 'count keys'))
    await makeSheet(counter, 'Keys', 'Canned goods')
    await page.waitForLoadState('networkidle')
    await countField(page, 'Keys 0').click()
    for (const typed of ['1+2', '0']) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    }
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(
      await countField(page, 'Keys 2').getAttribute('id'),
    )
    await page.keyboard.type('5')
    const leaving = new Promise<string>((resolve) =>
      page.once('dialog', (dialog) => {
        resolve(dialog.message())
        void dialog.dismiss()
      }),
    )
    await page.getByRole('link', { name: 'Print sheet' }).click()
    expect(await leaving).toContain('not saved')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await countField(page, 'Keys 2').press('Control+Enter')
    const body = new URLSearchParams((await sent).postData() ?? '')
    expect([...body.keys()].filter((key) => key.startsWith('now.')).length).toBe(3)
    await page.getByText('Saved 3 lines.').waitFor()
    await page.getByText(/3 of \d+ counted/).waitFor()
    await close()
  })
})

describe('a count that is not worth it', () => {
  it('is given up with a reason, and changes nothing', async () => {
    const counter = await signedIn('sales-admin@demo.test')
    const sheet = await makeSheet(counter, 'Given up', 'Beverages')
    await openMore(counter.page)
    await decide(counter, 'Cancel count', 'Cancel count', 'Wrong shelf')
    await counter.page.getByText('Cancelled', { exact: true }).first().waitFor()
    await counter.page.goto(sheet)
    await counter.page.getByText('Wrong shelf').waitFor()
    expect(await counter.page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await counter.close()
  })
})
