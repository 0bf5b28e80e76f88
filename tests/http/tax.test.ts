import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { addMonths, today } from '../../app/platform/values/dates.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { demoCompany } from '../support/demo.ts'
import { faultsOf } from '../support/e-invoice-schema.ts'
import { readPdf } from '../support/pdf.ts'
import { parsePage } from '../support/plain-dom.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const shop = demoCompany(server)
const day = today('Asia/Manila')
const as = (login: string) => HttpClient.signedIn(server.origin, `${login}@demo.test`)
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

/** Makes a validated booking of so many lines. */
async function validated(lines: number): Promise<void> {
  const tag = randomUUID().slice(0, 8)
  const product_id = await shop.product(`Forms ${tag}`)
  await shop.runCommand('create_purchase', {
    p_purchase: {
      ...{ po_no: tag, supplier: 'Forms Supply' },
      lines: [{ product_id, quantity: lines, cost: '7.50' }],
    },
  })
  const made = await shop.runCommand('create_booking', {
    p_booking: {
      customer_id: await shop.customer(),
      lines: Array.from({ length: lines }, () => ({ product_id, quantity: 1, agent_srp: '10.00' })),
    },
  })
  await shop.runCommand('validate_booking', { p_booking: made.id, p_version: made.version })
}

describe('the list of what is missing', () => {
  it('counts by kind, leads to records, and is a file, for who may read it', async () => {
    const finance = await as('finance-admin')
    const page = parsePage(await (await finance.get('/tax')).text())
    const links = [...page.querySelectorAll('main a')].map((link) => link.getAttribute('href')!)
    expect(links.some((href) => /^\/tax\?quarter=20\d\d-Q\d&kind=invoice_item$/.test(href))).toBe(
      true,
    )
    const record = links.find((href) => /^\/sales\/bookings\/[0-9a-f-]{36}$/.test(href))!
    expect((await finance.get(record)).status).toBe(200)
    const file = await finance.get('/tax/excel?format=csv')
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(await file.text()).toContain('Invoice details missing')
    expect((await (await as('sales-admin')).get('/tax')).status).toBe(403)
  })
})

describe('the e-invoices of a period', () => {
  it('are listed, and exported as one archive of files in their form', async () => {
    const finance = await as('finance-admin')
    expect(
      await (await finance.get(`/tax/e-invoices?from=${addMonths(day, -3)}&to=${day}`)).text(),
    ).toContain('Export files')
    const files = unzipSync(
      await bytesOf(await finance.get(`/tax/e-invoices/file?from=${addMonths(day, -3)}&to=${day}`)),
    )
    const { 'index.json': index, ...papers } = files
    const { count } = JSON.parse(Buffer.from(index!).toString()) as { count: number }
    expect(count).toBeGreaterThan(0)
    expect(Object.keys(papers)).toHaveLength(count)
    for (const paper of Object.values(papers))
      expect(faultsOf(JSON.parse(Buffer.from(paper).toString()))).toEqual([])
  })
})

describe('a pre-printed form', () => {
  it('is measured by the owner, and carries the invoice on its page and in its PDF', async () => {
    const owner = await as('owner')
    const address = '/tax/forms/invoice'
    const form = parsePage(await (await owner.get(address)).text()).querySelector('#paper-form')!
    const fields = [...form.querySelectorAll('input, select')].map((field) => [
      field.getAttribute('name')!,
      field.querySelector('option[selected]')?.getAttribute('value') ??
        field.getAttribute('value') ??
        '',
    ])
    const sent = { ...Object.fromEntries(fields), paper_size: 'a5', lines_per_form: '1' }
    const refused = await owner.post(address, { ...sent, date_x: '900' })
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('At most 400 mm.'),
    ])
    expect((await owner.post(address, sent)).status).toBe(302)
    const test = await bytesOf(await owner.get(`${address}/test?format=pdf`))
    expect((await readPdf(test)).map(({ size }) => size)).toEqual([
      [420, 595],
      [420, 595],
    ])
    const list = await (await owner.get('/sales/bookings?stage=delivered')).text()
    const [, booking] = /href="(\/sales\/bookings\/[0-9a-f-]{36})\?(?:[^"]*&amp;)?at=/.exec(list)!
    const invoice = `${booking}/invoice`
    const plain = parsePage(await (await owner.get(invoice)).text())
    expect(plain.querySelector('main')!.textContent).toContain('Pre-printed form')
    const shown = parsePage(await (await owner.get(`${invoice}?form=1`)).text())
    const forms = [...shown.querySelectorAll('section.form-a5')]
    const pages = await readPdf(await bytesOf(await owner.get(`${invoice}?form=1&format=pdf`)))
    expect(pages).toHaveLength(forms.length)
    for (const [at, { lines }] of pages.entries())
      for (const text of forms[at]!.querySelectorAll('text'))
        expect(lines.join('\n')).toContain(text.textContent!.trim())

    // Each form has a number: the queue says which bookings take several, the paper which numbers are used up.
    await validated(2)
    const desk = await as('invoice-admin')
    const queue = parsePage(await (await desk.get('/sales/sales-invoicing')).text())
    expect(queue.querySelector('main tbody')!.textContent).toMatch(/SO-\d{6}2 forms/)

    // Several chosen invoices, each on forms of its own, in the order of the choice.
    const listed = list.matchAll(/\/sales\/bookings\/([0-9a-f-]{36})\?/g)
    const chosen = [...new Set([...listed].map(([, id]) => id!))].slice(0, 3)
    const batch = `/sales/sales-invoicing/print?form=1&${chosen.map((id) => `booking=${id}`).join('&')}`
    const several = parsePage(await (await owner.get(batch)).text())
    const numbersOf = (page: ReturnType<typeof parsePage>) =>
      [...page.querySelectorAll('section.form-a5')].map(
        (sheet) => sheet.getAttribute('aria-label')!.split(', form ')[0]!,
      )
    const each = []
    for (const id of chosen)
      each.push(parsePage(await (await owner.get(`/sales/bookings/${id}/invoice?form=1`)).text()))
    expect(new Set(numbersOf(several)).size).toBe(3)
    expect(numbersOf(several)).toEqual(each.flatMap(numbersOf))
    const notes = several.querySelector('main')!.textContent
    expect(notes).toMatch(/Load \d+ forms .* 3 documents/)
    // These were issued before the company had forms.
    expect(notes).toMatch(/-\d+ takes \d+ forms.*: if forms have printed numbers, check/)
    expect((await readPdf(await bytesOf(await owner.get(`${batch}&format=pdf`)))).length).toBe(
      numbersOf(several).length,
    )
  })
})
