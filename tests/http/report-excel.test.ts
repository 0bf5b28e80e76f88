import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Papa from 'papaparse'
import xlsx from 'sheetjs-style'
import { describe, expect, it } from 'vitest'
import { reportRows } from '../../app/platform/db/figures.ts'
import { formatDate } from '../../app/platform/values/dates.ts'
import { money } from '../../app/platform/values/money.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const company = demoCompany(server, 'finance-admin')

const hasOffice = (() => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** The file without the results that its formulas came with: whoever opens it has to compute them. */
function withoutResults(file: Buffer): Buffer {
  const parts = xlsx.CFB.read(file, { type: 'buffer' })
  const part = xlsx.CFB.find(parts, '/xl/worksheets/sheet1.xml')!
  const text = Buffer.from(part.content).toString()
  const bare = text.replace(/<\/f><v>[^<]*<\/v>/g, '</f>')
  expect(bare.length).toBeLessThan(text.length)
  part.content = Buffer.from(bare)
  part.size = part.content.length
  return xlsx.CFB.write(parts, { fileType: 'zip', type: 'buffer' }) as Buffer
}

/** The cells as LibreOffice shows them. */
function opened(file: Buffer): string[][] {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-office-'))
  try {
    writeFileSync(path.join(folder, 'report.xlsx'), file)
    const asShown = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false'
    const profile = `-env:UserInstallation=file://${folder}/profile`
    execFileSync(
      'soffice',
      [profile, '--headless', '--convert-to', asShown, '--outdir', folder, 'report.xlsx'],
      { cwd: folder, stdio: 'ignore', timeout: 50_000 },
    )
    return Papa.parse<string[]>(readFileSync(path.join(folder, 'report.csv'), 'utf8')).data
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe.skipIf(!hasOffice)('an Excel file, opened by LibreOffice', () => {
  it('has the cells of the SQL function, and its formulas come to the same sums', async () => {
    const db = company.db()
    const ask = async (level: string) =>
      reportRows(await db.rpc('report_ar', { p_project: DEMO_ID, p_filters: { level } }))
    const [rows, [total]] = [await ask('grouped'), await ask('total')]
    const client = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
    const answer = await client.get(
      '/reports_ar_excel?level=grouped&show=total&show=collected&show=balance',
    )
    const cells = opened(withoutResults(Buffer.from(await answer.arrayBuffer())))
    const head = cells.findIndex(([first]) => first === 'Customer')
    const lines = cells.slice(head + 1).filter(([first]) => first)
    const at = (line: string[], name: string) => line[cells[head]!.indexOf(name)]!
    const sums = ['Total', 'Collected', 'Net of Uncleared Cheques', 'Receivables', '31–60']
    const shown = lines.map((line) => [
      ...['SO No.', 'Date'].map((name) => at(line, name)),
      // The locale decides the format of amounts.
      ...sums.map((name) => money(at(line, name).replaceAll(',', ''))),
    ])
    expect(rows.length).toBeGreaterThan(20)
    expect(shown).toEqual(
      [...rows, total!].map((row) => [
        row.so_no ?? '',
        row.level === 'document' ? formatDate(String(row.doc_date)) : '',
        ...[row.total, row.collected, row.balance, row.cleared_balance].map(money),
        (row.ageing as Record<string, string>).bucket_2,
      ]),
    )
  })
})
