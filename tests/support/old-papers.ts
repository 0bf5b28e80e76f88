import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { demoOf } from '../../scripts/release/kept-versions.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { faultsOf } from './e-invoice-schema.ts'
import { openPdf, readPdf } from './pdf.ts'
import { parsePage } from './plain-dom.ts'

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

/** Opens what the demo companies of 1.2.0 have from before: the file of a voucher, and an invoice without structured data. */
export async function expectOldPapers(origin: string): Promise<void> {
  await expectVoucherFile(origin)
  await expectOldInvoice(origin)
}

/** The bytes of the file are those of the backup, for its company alone. */
async function expectVoucherFile(origin: string): Promise<void> {
  const folder = path.join(demoOf('1.2.0'), 'storage/vouchers')
  const [file] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.pdf'),
  )
  const [, voucher] = file!.split(path.sep)
  const expenses = await HttpClient.signedIn(origin, 'expenses-and-disbursements@demo.test')
  const page = await (await expenses.get(`/expenses/expenses-list/${voucher}`)).text()
  const [address] = /\/documents\/files\/[0-9a-f-]{36}/.exec(page)!
  const answer = await expenses.get(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await bytesOf(answer)).equals(readFileSync(path.join(folder, file!)))).toBe(true)
  for (const [who, status] of [
    ['owner@demo.test', 200],
    ['owner@other.test', 404],
    ['warehouse@demo.test', 404],
  ] as const) {
    const reader = await HttpClient.signedIn(origin, who)
    expect([who, (await reader.get(address)).status]).toEqual([who, status])
  }
}

/** An invoice that was issued before is printed as it was, and its file is made of the same. */
async function expectOldInvoice(origin: string): Promise<void> {
  const invoicing = await HttpClient.signedIn(origin, 'invoice-admin@demo.test')
  const list = await (await invoicing.get('/sales/bookings?stage=paid')).text()
  const [, booking] = /href="(\/sales\/bookings\/[0-9a-f-]{36})\?/.exec(list)!
  const invoice = `${booking}/invoice`
  const file = await bytesOf(await invoicing.get(`${invoice}?format=json`))
  const { document, sha256 } = JSON.parse(file.toString()) as {
    document: OldInvoice
    sha256: string
  }
  expect(faultsOf({ document, sha256 })).toEqual([])
  expect(document).toMatchObject({ kind: 'invoice', made: 'later' })
  expect(document.lines.length).toBeGreaterThan(0)
  const hashed = file.toString().slice('{"document":'.length, file.lastIndexOf(',"sha256":'))
  expect(createHash('sha256').update(hashed, 'utf8').digest('hex')).toBe(sha256)

  const page = parsePage(await (await invoicing.get(invoice)).text())
  const print = page.querySelector('section[aria-label^="Invoice"]')!.textContent!
  const pdf = await bytesOf(await invoicing.get(`${invoice}?format=pdf`))
  const written = (await readPdf(pdf)).flatMap(({ lines }) => lines).join('\n')
  const amount = (text: string) => text.replace(/\B(?=(\d{3})+\.)/g, ',')
  for (const said of [
    document.number,
    document.buyer.registered_name,
    amount(document.totals.due),
    ...document.lines.flatMap((line) => [line.description, amount(line.amount)]),
  ]) {
    expect(print).toContain(said)
    expect(written).toContain(said)
  }
  const main = page.querySelector('main')!.textContent
  expect(main).toContain('it is printed as it was then')
  const carried = (await (await openPdf(pdf)).getAttachments()) as Record<
    string,
    { content: Uint8Array }
  >
  const [attached] = Object.values(carried)
  expect(Buffer.from(attached!.content).equals(file)).toBe(true)
}

interface OldInvoice {
  number: string
  buyer: { registered_name: string }
  lines: { description: string; amount: string }[]
  totals: { due: string }
}
