import xlsx from 'sheetjs-style'
import { expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { pageReader } from '../support/page-reader.ts'
import { parsePage } from '../support/plain-dom.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const shop = demoCompany(server)
const { as, page } = pageReader(server)

it('a statement names the customer as known then, on screen, on paper and in Excel', async () => {
  const id = await shop.customer()
  const rename = async (store_name: string) => {
    const { error } = await shop
      .db()
      .from('customers')
      .update({ store_name })
      .eq('project_id', DEMO_ID)
      .eq('id', id)
    expect(error).toBeNull()
  }
  await rename('Store of Before')
  const then = `?known_at=${new Date().toISOString()}`
  await rename('Store of After')

  /** Returns the names that the screen, the paper and the file have. */
  const named = async (query: string) => {
    const html = parsePage((await page(paths.statements.customer(id) + query)).html)
    const paper = html.querySelector('section.sheet')!.textContent
    const client = await as('special-access-1')
    const file = await client.get(paths.statements.customerExcel(id) + query)
    const { Sheets } = xlsx.read(Buffer.from(await file.arrayBuffer()))
    const main = html.querySelector('main')!.textContent!.replace(paper!, '')
    const texts = [main, paper!, xlsx.utils.sheet_to_csv(Sheets.Statement!)]
    return texts.map((text) => [...new Set(text.match(/Store of (?:Before|After)/g))].join())
  }
  expect(await named(then)).toEqual(Array(3).fill('Store of Before'))
  expect(await named('')).toEqual(Array(3).fill('Store of After'))
})

it('a moment keeps its aging buckets where the company has others now', async () => {
  const id = await shop.customer()
  await shop.settings(() => ({ age_by: 'document', ageing_buckets: [10, 20, 40] }))
  const then = `?known_at=${new Date().toISOString()}`
  await shop.settings(() => ({ age_by: 'due', ageing_buckets: [15, 30, 45] }))
  const headings = async (path: string) => {
    const text = parsePage((await page(path)).html).querySelector('main')!.textContent
    return ['0–10', '11–20', '21–40', 'Over 40', 'Current'].filter((name) => text.includes(name))
  }
  const all = ['0–10', '11–20', '21–40', 'Over 40']
  for (const path of [
    paths.statements.customer(id),
    paths.statements.list,
    paths.reports.report('ar'),
    paths.reports.print('ar'),
  ]) {
    expect(await headings(path + then), path).toEqual(all)
    expect(await headings(path), path).toContain('Current')
  }
  const filtered = parsePage((await page(paths.statements.list + then)).html)
  expect(filtered.querySelector('main')!.textContent).toMatch(
    /Data as of: \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/,
  )
  // Reports of a moment open for a role that reads neither receivables nor costs, too.
  const stock = await page(paths.reports.report('inventory') + then, 'warehouse')
  expect(parsePage(stock.html).querySelector('main')!.textContent).toContain('Data as of: ')
})
