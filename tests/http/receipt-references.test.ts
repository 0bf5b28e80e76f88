import { randomUUID } from 'node:crypto'
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { pageReader } from '../support/page-reader.ts'
import { sheetRows } from '../support/report-sheet.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const company = demoCompany(server)
const { as, page } = pageReader(server)
const tag = randomUUID().slice(0, 6).toUpperCase()
const [CERTIFICATE, TRANSFER] = [`2307-${tag}`, `TR-${tag}`]
const READER = 'finance-admin'

/** The addresses of two approved receipts of one part: tax withheld of 25.00, and a transfer of 300.00. */
let papers: string[]

beforeAll(async () => {
  const [bank] = rows(
    await company.db().from('banks').select('id').eq('project_id', DEMO_ID).limit(1),
  )
  const customer_id = await company.customer()
  const record = async (collection: object) => {
    const { id, version } = await company.runCommand('record_collection', {
      p_collection: { customer_id, cr_no: `CR-${randomUUID()}`, ...collection },
    })
    await company.runCommand('approve_collection', { p_collection: id, p_version: version })
    return `${paths.treasury.collection(id)}/print`
  }
  papers = [
    await record({ collection_type: 'withholding', amount: '25.00', reference_no: CERTIFICATE }),
    await record({
      ...{ collection_type: 'bank_transfer', amount: '300.00', bank_id: bank!.id },
      reference_no: TRANSFER,
    }),
  ]
})

/** The text of a page, line by line as its cells are. */
const textOf = async (address: string) =>
  (await page(address, READER)).html
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/\s*\n\s*/g, '\n')

/** The rows of the Excel file at an address. */
const sheetOf = async (address: string, heading: string) =>
  sheetRows(await (await as(READER)).get(address), heading)

describe('the number of a transfer or certificate', () => {
  it('is on the paper of a receipt of one part', async () => {
    expect(await textOf(papers[0]!)).toContain(`\nReference no.\n${CERTIFICATE}\n`)
    expect(await textOf(papers[1]!)).toContain(`\nReference no.\n${TRANSFER}\n`)
  })

  it('finds the receipt in the list, which shows it when chosen, and its file', async () => {
    const found = `?q=${CERTIFICATE.toLowerCase()}`
    const plain = await textOf(`${paths.treasury.collections}${found}`)
    expect(plain).toContain('\n25.00\n')
    expect(plain).not.toContain('\n300.00\n')
    expect(plain).not.toContain(`\n${CERTIFICATE}\n`)
    const chosen = await textOf(`${paths.treasury.collections}${found}&show=reference`)
    expect(chosen).toContain(`\n${CERTIFICATE}\n`)
    const file = await (await as(READER)).get(
      `${paths.fileOf(paths.treasury.collections)}?q=${tag}&show=reference&format=csv`,
    )
    const { data } = Papa.parse<Record<string, string>>(
      (await file.text()).replace(/^\uFEFF/, ''),
      {
        header: true,
        skipEmptyLines: true,
      },
    )
    expect(data.map((row) => [row['Reference No.'], row.Amount]).sort()).toEqual([
      [CERTIFICATE, '25.00'],
      [TRANSFER, '300.00'],
    ])
  })

  it('is in the collection report on screen, paper and in Excel', async () => {
    const report = paths.reports.report('collection')
    const screen = await textOf(`${report}?level=receipt&show=reference_no`)
    const paper = await textOf(`${report}/print?level=receipt&show=reference_no`)
    for (const shown of [screen, paper]) {
      expect(shown).toContain(`\n${CERTIFICATE}\n`)
      expect(shown).toContain(`\n${TRANSFER}\n`)
    }
    const lines = await sheetOf(
      `${paths.reports.excel('collection')}?level=receipt&show=reference_no`,
      'CR No.',
    )
    expect(
      lines
        .filter((line) => String(line['Reference No.']).includes(tag))
        .map((line) => [line['Reference No.'], line.EWT || line.Transfer])
        .sort(),
    ).toEqual([
      [CERTIFICATE, 25],
      [TRANSFER, 300],
    ])
  })

  it('is in the VAT report beside the tax withheld', async () => {
    const report = paths.reports.report('vat')
    for (const address of [
      `${report}?level=document&show=reference_no`,
      `${report}/print?level=document&show=reference_no`,
    ]) {
      const shown = await textOf(address)
      expect(shown).toContain(`\n${CERTIFICATE}\n`)
      expect(shown).not.toContain(TRANSFER)
    }
    const lines = await sheetOf(
      `${paths.reports.excel('vat')}?level=document&show=reference_no&show=what&show=creditable`,
      'Reference No.',
    )
    expect(
      lines
        .filter((line) => line['Reference No.'] === CERTIFICATE)
        .map((line) => [line.Description, line['Withheld by Customers']]),
    ).toEqual([['Withheld by customers', 25]])
  })
})
