import type { Locator, Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { pick, picture, testBrowser, type Visit } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)

const ADD = '/inventory/purchase-list/purchase-add-purchase'
const RECORD = /purchase-list\/[0-9a-f-]{36}$/

const text = async (place: Locator) => (await place.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const main = (page: Page) => text(page.locator('main'))
const field = (page: Page, label: string, nth = 0) => page.getByLabel(label).nth(nth)
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

/** What is on hand of a product, as the inventory says. */
async function onHand(page: Page, product: string): Promise<string> {
  await page.goto(`/inventory/inventory-list/inventory-view-list?q=${encodeURIComponent(product)}`)
  return text(page.getByRole('row').filter({ hasText: product }))
}

/** The page of a record is there, not only its address. */
async function recorded(page: Page) {
  await page.waitForURL(RECORD)
  await page.getByRole('table', { name: 'Lines' }).waitFor()
}

/** Records one line and stands on the record. */
async function record(visit: Visit, po: string, product: string, fields: Record<string, string>) {
  const { page } = visit
  await page.goto(ADD)
  await field(page, 'PO no.').fill(po)
  await field(page, 'Supplier').fill('Purchasing Supply')
  if (fields.kind) await field(page, 'Kind').selectOption(fields.kind)
  if (fields.invoice) await field(page, 'Supplier invoice no.').fill(fields.invoice)
  await pick(visit, 'Product', product)
  await field(page, 'Quantity').fill(fields.quantity ?? '10')
  await field(page, 'Cost').fill(fields.cost ?? '20.00')
  if (fields.srp) await field(page, 'New SRP').fill(fields.srp)
  await press(page, /^Record/)
}

describe('buying', () => {
  it('needs no mouse: Enter goes on, an untouched line ends the lines, what changes shows before saving', async () => {
    const { page, problems, close } = await signedIn('sales-admin@demo.test')
    onTestFailed(() => picture(page, 'by keyboard'))
    const keys = page.keyboard
    const type = async (typed: string) => {
      await keys.type(typed)
      await keys.press('Enter')
    }
    await page.goto(ADD)
    await page.getByRole('combobox', { name: 'Product' }).waitFor()
    expect(await field(page, 'PO no.').evaluate((box) => box === document.activeElement)).toBe(true)
    await type('PO-KEYS')
    await type('Keyboard Supply')
    await keys.press('Enter') // kind
    await type('INV-KEYS')
    for (const _ of ['date', 'invoice date', 'delivery date']) await keys.press('Enter')
    await keys.type('CON-420')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await keys.press('Enter') // takes it
    await keys.press('Enter') // goes on
    await type('2 cs + 1')
    expect(await field(page, 'Cost').inputValue()).toBe('21.00')
    await type('23.10')
    await type('22.00')
    const note = () => text(page.locator('[data-note]').first())
    expect(await note()).toMatch(/Last cost 21\.00 \+10\.0 % on PO-\d+/)
    expect(await note()).toMatch(/Live SRP 25\.50 −13\.7 % SRP below cost/)
    await page.getByRole('group', { name: 'Line 2' }).waitFor()
    await keys.press('Enter')
    const save = page.getByRole('button', { name: 'Record purchase' })
    expect(await save.evaluate((button) => button === document.activeElement)).toBe(true)
    await keys.press('Enter')
    await recorded(page)
    const seen = await main(page)
    expect(seen).toContain('INV-KEYS')
    expect(seen).toContain('+49 pc')
    expect(seen).toContain('1,131.90')
    expect(await onHand(page, 'Timplado Banana Ketchup')).toContain('22.00')
    expect(problems).toEqual([])
    await close()
  })

  it('takes rows from a spreadsheet; an unknown code stays in the box', async () => {
    const { page, problems, close } = await signedIn('sales-admin@demo.test')
    onTestFailed(() => picture(page, 'paste'))
    await page.goto(ADD)
    await page.getByText('Paste lines from a spreadsheet').click()
    await page
      .getByLabel('Rows')
      .fill('Code\tQty\tCost\tSRP\nhou-501\t1 cs\t24.50\t29\nNO-SUCH\t5\t1\t2\nBEV-101\t7\t\t')
    await press(page, 'Add these lines')
    await page.getByText(/No active product has the code NO-SUCH/).waitFor()
    expect(await page.getByLabel('Rows').inputValue()).toBe('NO-SUCH\t5\t1\t2')
    await page.getByText('Last cost 24.00').waitFor()
    expect(await field(page, 'Quantity', 0).inputValue()).toBe('1 cs')
    expect(await field(page, 'Cost', 1).inputValue()).toBe('52.00')
    // What was pasted can be changed and removed like what was typed.
    await press(page, 'Remove line 1')
    await page.getByRole('group', { name: 'Line 2' }).waitFor({ state: 'detached' })
    expect(await field(page, 'Quantity', 0).inputValue()).toBe('7')
    expect(problems).toEqual([])
    await close()
  })
})

describe.each([{ scripts: true }, { scripts: false }])('purchases, scripts $scripts', (mode) => {
  const tag = mode.scripts ? 'JS' : 'NOJS'

  it('warn of a number that is entered already, and take it when it is meant', async () => {
    const visit = await signedIn('sales-admin@demo.test', mode)
    const { page, problems } = visit
    onTestFailed(() => picture(page, `twin ${tag}`))
    await record(visit, `PO-TWIN-${tag}`, 'BEV-111', { invoice: `TW-${tag}` })
    await recorded(page)
    const first = new URL(page.url()).pathname
    await record(visit, `PO-OTHER-${tag}`, 'BEV-111', { invoice: `tw-${tag}` })
    await page.getByText('Look at it first').waitFor()
    const twin = page.getByRole('link', { name: `PO-TWIN-${tag}` })
    expect(await twin.getAttribute('href')).toBe(first)
    expect(await field(page, 'Quantity').inputValue()).toBe('10')
    await page.getByLabel('Enter it all the same').check()
    await press(page, /^Record/)
    await recorded(page)
    expect(await main(page)).toContain(`PO-OTHER-${tag}`)
    expect(problems).toEqual([])
    await visit.close()
  })

  it('keep all forty lines and write nothing when one of them is bad', async () => {
    const visit = await signedIn('sales-admin@demo.test', mode)
    const { page, problems } = visit
    onTestFailed(() => picture(page, `forty ${tag}`))
    const before = await onHand(page, 'Dalisay Purified Water 500 ml')
    await page.goto(ADD)
    await field(page, 'PO no.').fill(`RS-FORTY-${tag}`)
    await field(page, 'Supplier').fill('Purchasing Supply')
    await field(page, 'Kind').selectOption('supplier_return')
    const rows = Array.from({ length: 40 }, (_, n) =>
      n === 26 ? 'CAN-210\t90000 cs\t31\t' : `BEV-110\t${n + 1}\t8.50\t`,
    )
    await page.getByText('Paste lines from a spreadsheet').click()
    await page.getByLabel('Rows').fill(rows.join('\n'))
    await press(page, 'Add these lines')
    await page.getByRole('group', { name: 'Line 40' }).waitFor()
    await press(page, /^Record/)
    await page.getByText(/Only what is available can go back: Isla Tuna Flakes/).waitFor()
    const bad = page.getByRole('group', { name: 'Line 27', exact: true })
    expect(await text(bad)).toContain('Only what is available can go back')
    const typed = await page
      .locator('input[name$=".quantity"]')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))
    expect(typed).toEqual(rows.map((row) => row.split('\t')[1]))
    await page.goto(`/inventory/purchase-list?status=all&q=RS-FORTY-${tag}`)
    await page.getByText('No purchase matches').waitFor()
    expect(await onHand(page, 'Dalisay Purified Water 500 ml')).toBe(before)
    expect(problems).toEqual([])
    await visit.close()
  })

  it('are cancelled by opposite rows, and entered again as a copy', async () => {
    const visit = await signedIn('sales-admin@demo.test', mode)
    const { page, problems } = visit
    onTestFailed(() => picture(page, `cancel ${tag}`))
    const before = await onHand(page, 'Kalinisan Powder Detergent')
    await record(visit, `PO-GONE-${tag}`, 'HOU-502', { quantity: '2 cs' })
    await recorded(page)
    expect(await onHand(page, 'Kalinisan Powder Detergent')).not.toBe(before)
    await page.goto(`/inventory/purchase-list?q=PO-GONE-${tag}`)
    await page.getByRole('link', { name: `PO-GONE-${tag}` }).click()
    await recorded(page)
    await press(page, 'Cancel record')
    await press(page, 'Cancel this record')
    await page.getByText('Say why it is cancelled.').waitFor()
    await page.getByLabel('Reason').fill('Delivered to somebody else')
    await press(page, 'Cancel this record')
    await page.getByText('Delivered to somebody else').waitFor()
    const ledger = page.getByRole('table', { name: 'Rows of the stock ledger' })
    expect(await text(ledger)).toMatch(/Recorded .*\+24 pc .*Cancelled .*−24 pc/)
    await page.getByRole('link', { name: 'Copy to a new record' }).click()
    await page.waitForURL(/copy=/)
    await page.getByText(`Copied from PO-GONE-${tag}`).waitFor()
    expect(await field(page, 'PO no.').inputValue()).toBe(`PO-GONE-${tag}`)
    expect(await field(page, 'Quantity').inputValue()).toBe('2 cs')
    expect(await onHand(page, 'Kalinisan Powder Detergent')).toBe(before)
    // Only those that stand are listed at first; the other is counted by itself.
    await page.goto(`/inventory/purchase-list?q=PO-GONE-${tag}`)
    await page.getByText('No purchase matches').waitFor()
    await page.goto(`/inventory/purchase-list?status=all&q=PO-GONE-${tag}`)
    expect(await main(page)).toMatch(
      /Net purchases 0\.00 .*Cancelled 480\.00 1 record, not counted/,
    )
    expect(problems).toEqual([])
    await visit.close()
  })

  it('are not cancelled when the goods are gone, and say which', async () => {
    const visit = await signedIn('special-access-1@demo.test', mode)
    const { page, problems } = visit
    onTestFailed(() => picture(page, `gone ${tag}`))
    const product = mode.scripts ? 'Tropika Pineapple Juice 1 L' : 'Sikat Cola 290 ml'
    await record(visit, `PO-SENT-${tag}`, product, { quantity: '1000000', cost: '5.00' })
    await recorded(page)
    const bought = page.url()
    const sent = { kind: 'supplier_return', quantity: '999999' }
    await record(visit, `RS-SENT-${tag}`, product, sent)
    await recorded(page)
    expect(await main(page)).toContain('−999,999 pc')
    await page.goto(bought)
    await press(page, 'Cancel record')
    await page.getByLabel('Reason').fill('Entered twice')
    await press(page, 'Cancel this record')
    await page.getByText(`${product} has only`).first().waitFor()
    await page.goto(bought)
    expect(await page.getByText('Active', { exact: true }).count()).toBe(1)
    expect(problems).toEqual([])
    await visit.close()
  })

  it('are corrected when somebody else approves, the live SRP too; or are not, with a note', async () => {
    const visit = await signedIn('sales-admin@demo.test', mode)
    const owner = await signedIn('owner@demo.test', mode)
    const { page } = visit
    onTestFailed(async () => {
      await picture(page, `edits ${tag}`)
      await picture(owner.page, `edits owner ${tag}`)
    })
    const product = mode.scripts ? 'Rancho Corned Beef 260 g' : 'Golden Wheat Spaghetti 1 kg'
    await record(visit, `PO-EDIT-${tag}`, product, { quantity: '10', cost: '50', srp: '66' })
    await recorded(page)
    const bought = page.url()
    const ask = async (item: string, to: string, reason: string, live = false) => {
      await page.goto(bought)
      await page.getByRole('link', { name: /^Request a correction of line 1/ }).click()
      await field(page, 'What is wrong').selectOption(item)
      await field(page, 'What it should be').fill(to)
      if (live) await page.getByLabel(/live price too/).check()
      await field(page, 'Reason').fill(reason)
      await press(page, 'Send request')
      await recorded(page)
      await page.getByText(reason).waitFor()
    }
    await ask('prod_srp', '70.00', `New list ${tag}`, true)
    await ask('quantity', '9', `One was broken ${tag}`)
    // Who asked sees what waits, and cannot decide it.
    await page.goto('/inventory/product-edits')
    await page.getByText(`“New list ${tag}”`).waitFor()
    expect(await page.getByRole('button', { name: 'Approve ticked' }).count()).toBe(0)

    const desk = owner.page
    await desk.goto('/inventory/product-edits')
    const waiting = (reason: string) => desk.getByRole('listitem').filter({ hasText: reason })
    const seen = await text(waiting(`One was broken ${tag}`))
    expect(seen).toMatch(/Quantity 10 pc → 9 pc/)
    expect(seen).toMatch(/Purchase total 500\.00 → 450\.00/)
    expect(await text(waiting(`New list ${tag}`))).toMatch(
      /SRP 66\.00 → 70\.00 \+6\.1 % Live SRP too/,
    )
    // To reject needs a note.
    await waiting(`One was broken ${tag}`).getByRole('checkbox').check()
    await press(desk, 'Reject ticked')
    await desk.getByText('Say why it is rejected.').waitFor()
    await desk.getByLabel('Note').fill(`The supplier replaced it ${tag}`)
    await press(desk, 'Reject ticked')
    await waiting(`One was broken ${tag}`).waitFor({ state: 'detached' })
    await waiting(`New list ${tag}`).getByRole('checkbox').check()
    await press(desk, 'Approve ticked')
    await waiting(`New list ${tag}`).waitFor({ state: 'detached' })
    const decided = desk.getByRole('table', { name: 'Decided corrections' })
    await decided.getByText(`The supplier replaced it ${tag}`).waitFor()
    expect(await onHand(desk, product)).toContain('70.00')

    await page.goto(bought)
    const lines = await text(page.getByRole('table', { name: 'Lines' }))
    expect(lines).toMatch(/10 pc 50\.00 70\.00 500\.00/)
    expect(await main(page)).toContain(`The supplier replaced it ${tag}`)
    expect([...visit.problems, ...owner.problems]).toEqual([])
    await visit.close()
    await owner.close()
  })
})

describe('corrections', () => {
  it('are decided several at once by keyboard; what one refuses keeps no other from its decision', async () => {
    const visit = await signedIn('sales-admin@demo.test')
    const { page } = visit
    const owner = await signedIn('general-manager@demo.test')
    const desk = owner.page
    onTestFailed(() => picture(desk, 'several'))
    await record(visit, 'PO-SEVERAL', 'Sarap Beef Mami', { quantity: '10', cost: '8' })
    await recorded(page)
    const bought = page.url()
    const line = await page
      .getByRole('link', { name: /^Request a correction/ })
      .getAttribute('href')
    const ask = async (item: string, to: string) => {
      await page.goto(line!)
      await field(page, 'What is wrong').selectOption(item)
      await field(page, 'What it should be').fill(to)
      await field(page, 'Reason').fill(`Several ${item}`)
      await press(page, 'Send request')
      await recorded(page)
    }
    await ask('cost', '8.10')
    await ask('prod_srp', '10.50')
    await desk.goto('/inventory/product-edits')
    const tick = (reason: string) =>
      desk.getByRole('listitem').filter({ hasText: reason }).getByRole('checkbox')
    await tick('Several cost').focus()
    await desk.keyboard.press('Space')
    await desk.keyboard.press('ArrowDown')
    await desk.keyboard.press('Space')
    expect(await tick('Several prod_srp').isChecked()).toBe(true)
    // The General Manager is faster in another window with one of the two.
    const other = await owner.page.context().newPage()
    await other.goto('/inventory/product-edits')
    await other
      .getByRole('listitem')
      .filter({ hasText: 'Several cost' })
      .getByRole('checkbox')
      .check()
    await press(other, 'Approve ticked')
    await other.getByText('One correction is approved.').waitFor()
    await press(desk, 'Approve ticked')
    await desk.getByText('One correction is approved; not these:').waitFor()
    await tick('Several prod_srp').waitFor({ state: 'detached' })
    await page.goto(bought)
    expect(await text(page.getByRole('table', { name: 'Lines' }))).toMatch(/8\.10 10\.50 81\.00/)
    expect(await text(page.getByRole('table', { name: 'Corrections' }))).not.toContain('Pending')
    await visit.close()
    await owner.close()
  })
})
