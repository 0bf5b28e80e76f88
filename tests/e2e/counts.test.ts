import type { Locator, Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openMore, picture, testBrowser } from '../support/browser.ts'
import { countDesk, countField, pressOnSheet } from '../support/counts.ts'
import { demoCompany } from '../support/demo.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)
const { buy, goods, makeSheet, handIn, decide } = countDesk(shop)

const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
// The history of the document, for those who read the trail, is a table below.
const tableRows = (page: Page) => page.getByRole('table').first().getByRole('row')
const rowOf = (page: Page, name: string) => tableRows(page).filter({ hasText: name })
async function onHand(product: string) {
  const [stock] = rows(
    await shop
      .db()
      .from('inventory')
      .select('on_hand')
      .eq('project_id', DEMO_ID)
      .eq('product_id', product),
  )
  return stock!.on_hand
}

describe.each(SCRIPTS)('a count, scripts $scripts', ({ scripts }) => {
  const tag = scripts ? 'JS' : 'NOJS'
  const [found, lost, even, idle] = ['Over', 'Short', 'Even', 'Idle'].map(
    (n) => `Count ${n} ${tag}`,
  )

  it('goes from the blind sheet over sending back to posting, while stock moves', async () => {
    const category = scripts ? 'Noodles' : 'Condiments'
    const overId = await goods(found!, category, 7919)
    const shortId = await goods(lost!, category, 60)
    await goods(even!, category, 24)
    await goods(idle!, category, 5)
    const counter = await signedIn('warehouse@demo.test', { scripts })
    const { page, problems } = counter
    onTestFailed(() => picture(page, `count ${tag}`))
    const sheet = await makeSheet(counter, `Round ${tag}`, category)

    // 7,919 pieces are what the books say: nowhere on the sheet, on paper, or in what the browser got.
    const hides = async (path: string) => {
      const response = await page.goto(path)
      expect(await response?.text()).not.toMatch(/\b7,?919\b|659 cs/)
    }
    await hides(sheet)
    await hides(`${sheet}/print`)
    await hides('/inventory/stock-counts')

    // An unreadable quantity is reported at its line; nothing is lost and nothing saved.
    await page.goto(sheet)
    await countField(page, found!).fill('660+3')
    await countField(page, lost!).fill('many')
    await pressOnSheet(page, 'Save')
    await page.getByText('Cases and pieces, such as').waitFor()
    expect(await countField(page, found!).inputValue()).toBe('660+3')
    expect(await countField(page, lost!).inputValue()).toBe('many')
    await countField(page, lost!).fill('4 cs + 7 pc')
    await countField(page, even!).fill('24')
    await pressOnSheet(page, 'Save')
    await page.getByText('Saved 3 lines.').waitFor()
    await page.goto(sheet)
    expect(await countField(page, found!).inputValue()).toBe('660 cs + 3 pc')
    expect(await countField(page, even!).inputValue()).toBe('2 cs')
    expect(await countField(page, idle!).inputValue()).toBe('')

    // Goods go on moving; the count is handed in and shows the difference.
    await buy(shortId, 12, `PO-later-${tag}`)
    await handIn(counter)
    await page.goto(sheet)
    expect(await text(rowOf(page, found!))).toMatch(
      /659 cs \+ 11 pc 660 cs \+ 3 pc \+4 pc 40.00 – 660 cs \+ 3 pc/,
    )
    expect(await page.getByRole('button', { name: 'Post' }).count()).toBe(0)

    // The owner sends it back with a reason: the sheet is blind again.
    const owner = await signedIn('owner@demo.test', { scripts })
    await owner.page.goto(sheet)
    expect(await text(rowOf(owner.page, lost!))).toMatch(
      /5 cs 4 cs \+ 7 pc -5 pc -37.50 -50.00 \+1 cs 5 cs \+ 7 pc/,
    )
    expect(await text(rowOf(owner.page, 'Total'))).toMatch(/\+4 \/ -5 pc -7.50 -10.00/)
    const bySize = await tableRows(owner.page).allInnerTexts()
    expect(bySize[1]).toContain(lost)
    expect(bySize[2]).toContain(found)
    expect(bySize.length).toBe(4)
    await openMore(owner.page)
    await decide(owner, 'Return for recount', 'Return count', 'Look behind the door')
    await owner.page.getByText('In progress', { exact: true }).waitFor()
    await hides(sheet)
    await page.getByText('Look behind the door').waitFor()
    await countField(page, lost!).fill('56')
    await handIn(counter)

    // Posting needs a reason; then the books follow, movements since the sheet counted once.
    await owner.page.goto(sheet)
    await decide(owner, 'Post', 'Post variances', ' ')
    await owner.page.getByText('Enter a reason.').waitFor()
    await owner.page.goto(sheet)
    await decide(owner, 'Post', 'Post variances', 'Breakage')
    await owner.page.getByText('Posted', { exact: true }).first().waitFor()
    expect(await onHand(overId)).toBe(7923)
    expect(await onHand(shortId)).toBe(68)
    await owner.page.getByRole('link', { name: found }).click()
    await owner.page.getByRole('link', { name: `Round ${tag}` }).click()
    await owner.page.waitForURL(`**${sheet}`)
    await owner.page.goto('/inventory/stock-counts?status=posted')
    expect(await text(rowOf(owner.page, `Round ${tag}`))).toMatch(
      /Posted Ramon Bautista 3 of \d+ \+4 \/ -4 pc 0.00 0.00/,
    )
    expect(problems).toEqual([])
    expect(owner.problems).toEqual([])
    await owner.close()
    await counter.close()
  })
})
