import { describe, expect, it, onTestFailed } from 'vitest'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { confirmed } from '../support/confirm.ts'
import { demoCompany } from '../support/demo.ts'
import {
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
const owner = demoCompany(server, 'owner')

describe.each(SCRIPTS)('purchase lines, scripts $scripts', (mode) => {
  const tag = mode.scripts ? 'JS' : 'NOJS'

  it('are corrected when another user approves, the current SRP too; or are not, with a note', async () => {
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
      await page.getByRole('link', { name: /^Correct line 1/ }).click()
      await field(page, 'Value to correct').selectOption(item)
      await field(page, 'Correct value').fill(to)
      if (live) await page.getByLabel(/current SRP too/).check()
      await field(page, 'Reason').fill(reason)
      await press(page, 'Send request')
      await recorded(page)
      await page.getByText(reason).waitFor()
    }
    await ask('prod_srp', '70.00', `New list ${tag}`, true)
    await ask('quantity', '9', `One was broken ${tag}`)
    // The person who requested the correction sees it as pending, and cannot decide it.
    await page.goto('/inventory/product-edits')
    await page.getByText(`“New list ${tag}”`).waitFor()
    expect(await page.getByRole('button', { name: 'Approve selected' }).count()).toBe(0)

    const desk = owner.page
    await desk.goto('/inventory/product-edits')
    const waiting = (reason: string) => desk.getByRole('listitem').filter({ hasText: reason })
    const seen = await text(waiting(`One was broken ${tag}`))
    expect(seen).toMatch(/Quantity 10 pc → 9 pc/)
    expect(seen).toMatch(/Purchase total 500\.00 → 450\.00/)
    expect(await text(waiting(`New list ${tag}`))).toMatch(
      /SRP 66\.00 → 70\.00 \+6\.1% Also updates current SRP/,
    )
    // A rejection needs a note.
    await waiting(`One was broken ${tag}`).getByRole('checkbox').check()
    await press(desk, 'Reject selected')
    await desk.getByText('Enter a reason for the rejection.').waitFor()
    await desk.getByLabel('Remarks').fill(`The supplier replaced it ${tag}`)
    await confirmed(desk, 'Reject selected', 'Reject')
    await waiting(`One was broken ${tag}`).waitFor({ state: 'detached' })
    await waiting(`New list ${tag}`).getByRole('checkbox').check()
    await confirmed(desk, 'Approve selected', 'Approve')
    await waiting(`New list ${tag}`).waitFor({ state: 'detached' })
    const decided = desk.getByRole('table', { name: 'Approved and rejected corrections' })
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
    const visit = await signedIn('sales-admin@demo.test', { scripts: true })
    const { page } = visit
    const owner = await signedIn('general-manager@demo.test', { scripts: true })
    const desk = owner.page
    onTestFailed(() => picture(desk, 'several'))
    await record(visit, 'PO-SEVERAL', 'Sarap Beef Mami', { quantity: '10', cost: '8' })
    await recorded(page)
    const bought = page.url()
    const line = await page.getByRole('link', { name: /^Correct line/ }).getAttribute('href')
    const ask = async (item: string, to: string) => {
      await page.goto(line!)
      await field(page, 'Value to correct').selectOption(item)
      await field(page, 'Correct value').fill(to)
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
    expect(await confirmed(other, 'Approve selected', 'Approve')).toBe('Approve 1 correction?')
    await other.getByText('One correction is approved.').waitFor()
    expect(await confirmed(desk, 'Approve selected', 'Approve')).toBe('Approve 2 corrections?')
    await desk.getByText('One correction is approved; not these:').waitFor()
    await tick('Several prod_srp').waitFor({ state: 'detached' })
    await page.goto(bought)
    expect(await text(page.getByRole('table', { name: 'Lines' }))).toMatch(/8\.10 10\.50 81\.00/)
    expect(await text(page.getByRole('table', { name: 'Corrections' }))).not.toContain('Pending')
    await visit.close()
    await owner.close()
  })

  it('are paged once decided, each shown once, and found by their day', async () => {
    const products = []
    for (let n = 0; n < 30; n++) products.push(await shop.product(`Decided ${n}`))
    const bought = await shop.runCommand('create_purchase', {
      p_purchase: {
        po_no: 'PO-PAGES',
        supplier: 'Pages Supply',
        lines: products.map((product_id) => ({ product_id, quantity: '1', cost: '7.50' })),
      },
    })
    const { data: lines } = await shop
      .db()
      .from('purchase_lines')
      .select('id')
      .eq('purchase_id', bought.id)
    for (const [n, line] of lines!.entries()) {
      const wanted = await shop.runCommand('request_product_edit', {
        p_request: {
          purchase_line_id: line.id,
          item_to_edit: 'cost',
          what_edit: '8.00',
          reason: `Paged ${String(n).padStart(2, '0')}`,
        },
      })
      await owner.runCommand('decide_product_edit', {
        p_request: wanted.id,
        p_version: wanted.version,
        p_decision: 'approved',
        p_note: null,
      })
    }
    const { page, close } = await signedIn('general-manager@demo.test')
    onTestFailed(() => picture(page, 'decided pages'))
    const list = '/inventory/product-edits?q=Paged'
    const newestFirst = Array.from(
      { length: 30 },
      (_, n) => `Paged ${String(29 - n).padStart(2, '0')}`,
    )
    expect(await readOn(page, list, /Paged \d\d/)).toEqual(newestFirst)
    const now = today('Asia/Manila')
    const rows = async (query: string) => {
      await page.goto(`${list}&${query}`)
      return main(page)
    }
    expect(await rows(`from=${now}&to=${now}`)).toContain('of 30')
    expect(await rows(`from=${addDays(now, 1)}`)).toContain('No results')
    expect(await rows(`to=${addDays(now, -1)}`)).toContain('No results')
    await close()
  })
})
