import { describe, expect, it, onTestFailed } from 'vitest'
import { openMore, pick, pickOrAdd, picture, testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import {
  ADD,
  confirm,
  field,
  main,
  onHand,
  press,
  readOn,
  record,
  recorded,
  text,
} from '../support/purchasing.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })
const shop = demoCompany(server)

describe('buying', () => {
  it('needs no mouse: Enter goes on, an untouched line ends the lines, what changes shows before saving', async () => {
    const { page, problems, close } = await signedIn('sales-admin@demo.test', { scripts: true })
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
    await keys.type('Keyboard Supply')
    const fresh = page.getByRole('option', { name: 'Add “Keyboard Supply” as a new supplier' })
    await fresh.waitFor()
    await keys.press('ArrowDown')
    await keys.press('Enter') // a new supplier
    await keys.press('Enter') // kind
    await type('INV-KEYS')
    for (const _ of ['date', 'invoice date', 'delivery date']) await keys.press('Enter')
    await keys.type('CON-420')
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await keys.press('Enter') // takes it and goes on
    await type('2 cs + 1')
    expect(await field(page, 'Cost').inputValue()).toBe('21.00')
    await type('23.10')
    await type('22.00')
    const note = () => text(page.locator('[data-note]').first())
    expect(await note()).toMatch(/Last cost 21\.00 \+10\.0% on PO-\d+/)
    expect(await note()).toMatch(/Current SRP 25\.50 -13\.7% SRP below cost/)
    await page.getByRole('group', { name: 'Line 2' }).waitFor()
    await keys.press('Enter')
    const save = page.getByRole('button', { name: 'Save purchase' })
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
    const { page, problems, close } = await signedIn('sales-admin@demo.test', { scripts: true })
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
    // A pasted line can be changed and removed like a typed one.
    await press(page, 'Remove line 1')
    await page.getByRole('group', { name: 'Line 2' }).waitFor({ state: 'detached' })
    expect(await field(page, 'Quantity', 0).inputValue()).toBe('7')
    expect(problems).toEqual([])
    await close()
  })
})

it('a line has the VAT class of the supplier’s invoice where that is another one, and a copy keeps it', async () => {
  const visit = await signedIn('sales-admin@demo.test', { scripts: true })
  const { page, problems } = visit
  onTestFailed(() => picture(page, 'vat class of a line'))
  await page.goto(ADD)
  await field(page, 'PO no.').fill('PO-VAT-LINE')
  await pickOrAdd(visit, 'supplier', 'Purchasing Supply')
  await pick(visit, 'Product', 'BEV-111')
  await field(page, 'Quantity').fill('10')
  await field(page, 'Cost').fill('11.20')
  expect(await field(page, 'VAT class').isVisible()).toBe(false)
  await page.getByLabel("The supplier's invoice shows VAT").check()
  await field(page, 'VAT class').selectOption('exempt')
  await press(page, /^Save/)
  await recorded(page)
  const line = page.getByRole('table', { name: 'Lines' }).getByRole('row').nth(1)
  expect(await text(line)).toContain('VAT-exempt')
  const copy = new URL(page.url()).pathname.split('/').at(-1)
  await page.goto(`${ADD}?copy=${copy}`)
  expect(await field(page, 'VAT class').inputValue()).toBe('exempt')
  await field(page, 'PO no.').fill('PO-VAT-LINE-2')
  await field(page, 'VAT class').selectOption('')
  await press(page, /^Save/)
  await recorded(page)
  // 10 × 11.20 = 112.00 with 12 % in it: 12.00.
  expect(await text(line)).toContain('VATable')
  expect(await text(line)).toContain('12.00')
  expect(problems).toEqual([])
  await visit.close()
})

describe.each(SCRIPTS)('purchases, scripts $scripts', (mode) => {
  const tag = mode.scripts ? 'JS' : 'NOJS'

  it('warn of a number that is entered already, and take it when it is meant', async () => {
    const visit = await signedIn('sales-admin@demo.test', mode)
    const { page, problems } = visit
    onTestFailed(() => picture(page, `duplicate ${tag}`))
    await record(visit, `PO-SAME-${tag}`, 'BEV-111', { invoice: `TW-${tag}` })
    await recorded(page)
    const first = new URL(page.url()).pathname
    await record(visit, `PO-OTHER-${tag}`, 'BEV-111', { invoice: `tw-${tag}` })
    await page.getByText('Review it, then select this or correct the number.').waitFor()
    const duplicate = page.getByRole('link', { name: `PO-SAME-${tag}` })
    expect(await duplicate.getAttribute('href')).toBe(first)
    // Scripts write the unit when the field is left.
    expect(await field(page, 'Quantity').inputValue()).toBe(mode.scripts ? '10 pc' : '10')
    await page.getByLabel('Save anyway').check()
    await press(page, /^Save/)
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
    await pickOrAdd(visit, 'supplier', 'Purchasing Supply')
    await field(page, /^Type/).selectOption('supplier_return')
    const rows = Array.from({ length: 40 }, (_, n) =>
      n === 26 ? 'CAN-210\t90000 cs\t31\t' : `BEV-110\t${n + 1}\t8.50\t`,
    )
    await page.getByText('Paste lines from a spreadsheet').click()
    await page.getByLabel('Rows').fill(rows.join('\n'))
    await press(page, 'Add these lines')
    await page.getByRole('group', { name: 'Line 40' }).waitFor()
    await press(page, /^Save/)
    await page.getByText(/Only what is available can go back: Isla Tuna Flakes/).waitFor()
    const bad = page.getByRole('group', { name: 'Line 27', exact: true })
    expect(await text(bad)).toContain('Only what is available can go back')
    const typed = await page
      .locator('input[name$=".quantity"]')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))
    expect(typed).toEqual(rows.map((row) => row.split('\t')[1]))
    await page.goto(`/inventory/purchase-list?status=all&q=RS-FORTY-${tag}`)
    await page.getByText('No results').waitFor()
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
    await openMore(page)
    await press(page, 'Cancel purchase')
    await confirm(page, 'Cancel purchase')
    await page.getByText('Enter a reason for the cancellation.').waitFor()
    await page.getByLabel('Reason').fill('Delivered to somebody else')
    await confirm(page, 'Cancel purchase')
    await page.getByText('Delivered to somebody else').waitFor()
    const ledger = page.getByRole('table', { name: 'Stock ledger entries' })
    expect(await text(ledger)).toMatch(/Recorded .*\+24 pc.*Cancelled .*-24 pc/)
    await page.getByRole('link', { name: 'Duplicate' }).click()
    await page.waitForURL(/copy=/)
    await page.getByText(`Copied from PO-GONE-${tag}`).waitFor()
    expect(await field(page, 'PO no.').inputValue()).toBe(`PO-GONE-${tag}`)
    expect(await field(page, 'Quantity').inputValue()).toBe('2 cs')
    expect(await onHand(page, 'Kalinisan Powder Detergent')).toBe(before)
    // Only active records are listed at first; the cancelled one is counted separately.
    await page.goto(`/inventory/purchase-list?q=PO-GONE-${tag}`)
    await page.getByText('No results').waitFor()
    await page.goto(`/inventory/purchase-list?status=all&q=PO-GONE-${tag}`)
    expect(await main(page)).toMatch(/Cancelled 480\.00 1 record, not in totals/)
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
    expect(await main(page)).toContain('-999,999 pc')
    await page.goto(bought)
    await openMore(page)
    await press(page, 'Cancel purchase')
    await page.getByLabel('Reason').fill('Entered twice')
    await confirm(page, 'Cancel purchase')
    await page.getByText(`${product} has only`).first().waitFor()
    await page.goto(bought)
    expect(await page.getByText('Active', { exact: true }).count()).toBe(1)
    expect(problems).toEqual([])
    await visit.close()
  })
})

describe('the list of purchases', () => {
  it('goes on page by page, each record once, also those of one day; and is narrowed', async () => {
    const product = await shop.product('Paged goods', { supplier: 'Paged Supply' })
    const customer = await shop.customer()
    const kinds = ['purchase', 'purchase', 'return_in', 'supplier_return']
    const made = Array.from({ length: 120 }, (_, n) => `PG-${String(n).padStart(3, '0')}`)
    for (const [n, po_no] of made.entries())
      await shop.runCommand('create_purchase', {
        p_purchase: {
          po_no,
          supplier: n % 3 ? 'Paged Supply' : 'Other Paged Supply',
          kind: kinds[n % 4],
          ...(kinds[n % 4] === 'return_in' && { customer_id: customer }),
          date_added: `2026-0${1 + Math.trunc(n / 40)}-15`,
          lines: [
            {
              ...{ product_id: product, quantity: '1', cost: '2.00' },
              ...(kinds[n % 4] === 'return_in' && { prod_srp: '0' }),
            },
          ],
        },
      })
    const { page, problems, close } = await signedIn('sales-admin@demo.test')
    onTestFailed(() => picture(page, 'purchase pages'))
    const list = '/inventory/purchase-list?q=PG-'
    expect(await readOn(page, list, /PG-\d+/)).toEqual(made.toReversed())
    const found = async (query: string) => {
      await page.goto(`${list}&${query}`)
      return main(page)
    }
    // 30 of each kind but 60 purchases, at 2.00: what goes back is taken off, what comes back is apart.
    expect(await found('')).toMatch(
      /Purchases \(PHP\) 120\.00 .*Returned to supplier 60\.00 .*Net purchases 60\.00 .*Customer returns 60\.00 .* of 120/,
    )
    expect(await found('kind=supplier_return')).toContain('of 30')
    expect(await found('supplier=Other+Paged+Supply')).toContain('of 40')
    expect(await found('from=2026-02-01&to=2026-02-28')).toContain('of 40')
    expect(await found('basis=invoice&from=2026-01-01')).toContain('No results')
    expect(await found(`product=${product}`)).toContain('of 120')
    expect(problems).toEqual([])
    await close()
  })
})
