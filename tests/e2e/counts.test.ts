import type { Locator, Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { rows } from '../../app/platform/command.server.ts'
import { today } from '../../app/platform/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { picture, testBrowser, type Visit } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)
const shop = demoCompany(server)

const text = async (place: Locator) => (await place.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const field = (page: Page, name: string) => page.getByLabel(name)
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click()

const buy = (product: string, quantity: number, po = `PO-${product}`) =>
  shop.act('create_purchase', {
    p_purchase: {
      po_no: po.slice(0, 40),
      supplier: 'Count Supply',
      date_added: today('Asia/Manila'),
      lines: [{ product_id: product, quantity: String(quantity), cost: '7.50' }],
    },
  })

/** A product of a category with so much of it. */
async function goods(name: string, category1: string, pieces: number) {
  const id = await shop.product(name, { category1 })
  await buy(id, pieces)
  return id
}

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

/** Makes a sheet by the form and stands on it. */
async function makeSheet({ page }: Visit, title: string, category: string, sheet = 'blind') {
  await page.goto('/inventory/stock-counts/add')
  await page.getByLabel('Name').fill(title)
  await page.getByLabel('Category').selectOption(category)
  await page.getByLabel('Sheet').selectOption(sheet)
  await press(page, 'Make the sheet')
  await page.waitForURL(/stock-counts\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname
}

async function handIn({ page, scripts }: Visit) {
  await press(page, 'Hand in…')
  await press(page, 'Hand in')
  await page.getByText('To decide', { exact: true }).waitFor()
  if (scripts) await page.waitForLoadState('networkidle')
}

async function decide({ page }: Visit, trigger: string, button: string, reason: string) {
  await press(page, trigger)
  const dialog = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: button }) })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
}

describe.each([{ scripts: true }, { scripts: false }])(
  'a count, scripts $scripts',
  ({ scripts }) => {
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
        expect(await response?.text()).not.toMatch(/7919|7,919|659 cs/)
      }
      await hides(sheet)
      await hides(`${sheet}/print`)
      await hides('/inventory/stock-counts')

      // What cannot be read is told at its line; nothing is lost and nothing saved.
      await page.goto(sheet)
      await field(page, found!).fill('660+3')
      await field(page, lost!).fill('many')
      await press(page, 'Save')
      await page.getByText('Cases and pieces, such as').waitFor()
      expect(await field(page, found!).inputValue()).toBe('660+3')
      expect(await field(page, lost!).inputValue()).toBe('many')
      await field(page, lost!).fill('4 cs + 7 pc')
      await field(page, even!).fill('24')
      await press(page, 'Save')
      await page.getByText('Saved 3 lines.').waitFor()
      await page.goto(sheet)
      expect(await field(page, found!).inputValue()).toBe('660 cs + 3 pc')
      expect(await field(page, even!).inputValue()).toBe('2 cs')
      expect(await field(page, idle!).inputValue()).toBe('')

      // Goods go on moving; the count is handed in and shows the difference.
      await buy(shortId, 12, `PO-later-${tag}`)
      await handIn(counter)
      await page.goto(sheet)
      expect(await text(rowOf(page, found!))).toMatch(
        /659 cs \+ 11 pc 660 cs \+ 3 pc \+4 pc 30.00 40.00 – 660 cs \+ 3 pc/,
      )
      expect(await page.getByRole('button', { name: 'Post' }).count()).toBe(0)

      // The owner sends it back with a reason: the sheet is blind again.
      const owner = await signedIn('owner@demo.test', { scripts })
      await owner.page.goto(sheet)
      expect(await text(rowOf(owner.page, lost!))).toMatch(
        /5 cs 4 cs \+ 7 pc −5 pc -37.50 -50.00 \+1 cs 5 cs \+ 7 pc/,
      )
      expect(await text(rowOf(owner.page, 'Total'))).toMatch(/\+4 \/ −5 pc -7.50 -10.00/)
      const bySize = await owner.page.getByRole('row').allInnerTexts()
      expect(bySize[1]).toContain(lost)
      expect(bySize[2]).toContain(found)
      expect(bySize.length).toBe(4)
      await decide(owner, 'Send back', 'Send it back', 'Look behind the door')
      await owner.page.getByText('Being counted', { exact: true }).waitFor()
      await hides(sheet)
      await page.getByText('Look behind the door').waitFor()
      await field(page, lost!).fill('56')
      await handIn(counter)

      // Posting needs a reason; then the books follow, movements since the sheet counted once.
      await owner.page.goto(sheet)
      await decide(owner, 'Post', 'Post the differences', ' ')
      await owner.page.getByText('Say why.').waitFor()
      await owner.page.goto(sheet)
      await decide(owner, 'Post', 'Post the differences', 'Breakage')
      await owner.page.getByText('Posted', { exact: true }).first().waitFor()
      expect(await onHand(overId)).toBe(7923)
      expect(await onHand(shortId)).toBe(68)
      await owner.page.getByRole('link', { name: found }).click()
      await owner.page.getByRole('link', { name: `Round ${tag}` }).click()
      await owner.page.waitForURL(`**${sheet}`)
      await owner.page.goto('/inventory/stock-counts?status=posted')
      expect(await text(rowOf(owner.page, `Round ${tag}`))).toMatch(
        /Posted Ramon Bautista 3 of \d+ \+4 \/ −4 pc 0.00 0.00/,
      )
      expect(problems).toEqual([])
      expect(owner.problems).toEqual([])
      await owner.close()
      await counter.close()
    })

    it('is given up with a reason, and changes nothing', async () => {
      const counter = await signedIn('sales-admin@demo.test', { scripts })
      const sheet = await makeSheet(counter, `Given up ${tag}`, 'Beverages')
      await decide(counter, 'Cancel count', 'Cancel this count', 'Wrong shelf')
      await counter.page.getByText('Cancelled', { exact: true }).first().waitFor()
      await counter.page.goto(sheet)
      await counter.page.getByText('Wrong shelf').waitFor()
      expect(await counter.page.getByRole('button', { name: 'Save' }).count()).toBe(0)
      await counter.close()
    })
  },
)

describe('two people at one sheet', () => {
  it.each([{ scripts: true }, { scripts: false }])(
    'lose nothing of each other, scripts $scripts',
    async ({ scripts }) => {
      const tag = scripts ? 'two' : 'zwei'
      const names = ['A', 'B', 'C'].map((letter) => `Pair ${tag} ${letter}`)
      const ids = []
      for (const name of names) ids.push(await goods(name, 'Household', 48))
      const first = await signedIn('warehouse@demo.test', { scripts })
      const second = await signedIn('special-access-1@demo.test', { scripts })
      onTestFailed(() => picture(second.page, `pair ${tag}`))
      const sheet = await makeSheet(first, `Pair ${tag}`, 'Household', 'open')
      await second.page.goto(sheet)
      // Each counts lines of their own, from a page that does not know of the other's.
      await field(first.page, names[0]!).fill('1 cs')
      await press(first.page, 'Save')
      await first.page.getByText('Saved 1 line.').waitFor()
      await field(second.page, names[1]!).fill('2 cs')
      await press(second.page, 'Save')
      await second.page.getByText('Saved 1 line.').waitFor()
      expect(await field(second.page, names[0]!).inputValue()).toBe('1 cs')
      // Both count the same line differently: the second is told, and decides.
      await field(first.page, names[2]!).fill('3 cs')
      await press(first.page, 'Save')
      await first.page.getByText('Saved 1 line.').nth(0).waitFor()
      await first.page.waitForLoadState('networkidle')
      await field(second.page, names[2]!).fill('4 cs')
      await press(second.page, 'Save')
      await second.page.getByText('Somebody else counted 3 cs meanwhile').waitFor()
      expect(await field(second.page, names[2]!).inputValue()).toBe('4 cs')
      await press(second.page, 'Save')
      await second.page.getByText(/Somebody else counted 3 cs/).waitFor({ state: 'detached' })
      await first.page.goto(sheet)
      const values = []
      for (const name of names) values.push(await field(first.page, name).inputValue())
      expect(values).toEqual(['1 cs', '2 cs', '4 cs'])
      // Somebody handed it in: an old page does not take it back.
      await field(second.page, names[1]!).fill('9 cs')
      await handIn(first)
      await press(second.page, 'Save')
      await second.page.getByText('not open any more').waitFor()
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
    await field(page, 'Keys 0').click()
    for (const typed of ['1+2', '0']) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
    }
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(
      await field(page, 'Keys 2').getAttribute('id'),
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
    await page.keyboard.press('Control+Enter')
    const body = new URLSearchParams((await sent).postData() ?? '')
    expect([...body.keys()].filter((key) => key.startsWith('now.')).length).toBe(3)
    await page.getByText('Saved 3 lines.').waitFor()
    await page.getByText(/3 of \d+ counted/).waitFor()
    await close()
  })
})
