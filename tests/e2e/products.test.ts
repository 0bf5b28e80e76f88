import type { Locator } from 'playwright'
import { afterEach, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import type { Db } from '../../app/platform/request/context.ts'
import { COMPANIES } from '../../scripts/demo/people.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { openMore, pick, pickOrAdd, picture, testBrowser, type Visit } from '../support/browser.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'
import { workbook, workbookParts, zipFiles } from '../support/workbook.ts'

const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })
const project = COMPANIES[0]!.id
const LIST = '/inventory/product-list'
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
let staff: Db

beforeAll(async () => {
  const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  staff = await signInAs(backend, { email: 'sales-admin@demo.test', password: DEMO_PASSWORD })
})

/** Codes in the database that begin so. */
async function codes(prefix: string): Promise<string[]> {
  const { data } = await staff
    .from('products')
    .select('material_code')
    .eq('project_id', project)
    .ilike('material_code', `${prefix}%`)
    .order('material_code')
  return data!.map((product) => product.material_code)
}

const visits = new Map<boolean, Visit>()

/** The sales admin at a browser with or without scripts, signed in once for all tests. */
async function openFor(name: string, scripts = true): Promise<Visit> {
  const visit = visits.get(scripts) ?? (await signedIn('sales-admin@demo.test', { scripts }))
  visits.set(scripts, visit)
  onTestFailed(() => picture(visit.page, `products ${name} ${scripts}`))
  return visit
}

afterEach(() => {
  for (const { problems } of visits.values()) expect(problems.splice(0)).toEqual([])
})

/** Returns the visible text. */
const text = async (locator: Locator) =>
  (await locator.allInnerTexts()).join(' ').replace(/\s+/g, ' ')
const main = ({ page }: Visit) => text(page.locator('main'))
const press = ({ page }: Visit, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** Adds a product by its form and stands on its page. */
async function added(visit: Visit, code: string, description: string): Promise<string> {
  const { page } = visit
  await page.goto(`${LIST}/product-add-product`)
  await page.getByLabel('Product name').fill(description)
  await page.getByLabel('Material code').fill(code)
  await pick(visit, 'Category 1', 'Beverages')
  await page.getByLabel('Pcs/case').fill('12')
  await page.getByLabel('Default cost').fill('10.00')
  await page.getByLabel('Default SRP').fill('12.50')
  await page.getByLabel('Reorder level').fill('2 cs + 6 pc')
  await page.getByRole('radio', { name: 'Teal' }).check()
  await press(visit, 'Add product')
  await page.waitForURL(/product-list$/)
  await page.goto(`${LIST}?q=${encodeURIComponent(description)}`)
  await page.getByRole('link', { name: description }).click()
  await page.getByRole('heading', { name: 'Price history' }).waitFor()
  const { origin, pathname } = new URL(page.url())
  return `${origin}${pathname}`
}

describe.each(SCRIPTS)('products, scripts $scripts', ({ scripts }) => {
  const tag = scripts ? 'JS' : 'NOJS'

  it('are added with every field, edited with a warning, deactivated and brought back', async () => {
    const visit = await openFor('edit', scripts)
    const { page } = visit
    const here = await added(visit, `PR-${tag}`, `Calamansi Soda ${tag}`)
    expect(await main(visit)).toMatch(
      /Beverages.*12 .*#1f8a70.*10\.00.*12\.50.*Reorder level 2 cs \+ 6 pc/,
    )

    // The code of another is refused, and says whose it is; what was typed stays.
    await page.goto(`${LIST}/product-add-product`)
    await page.getByLabel('Product name').fill('Another')
    await page.getByLabel('Material code').fill(`pr-${tag}`)
    await page.getByLabel('Default cost').fill('1')
    await page.getByLabel('Default SRP').fill('2')
    await press(visit, 'Add product')
    await page.getByText('This material code is already used.').waitFor()
    expect(await page.getByLabel('Product name').inputValue()).toBe('Another')
    expect(
      await page.getByRole('link', { name: `Calamansi Soda ${tag}` }).getAttribute('href'),
    ).toBe(new URL(here).pathname)

    // Below cost warns and is saved.
    await page.goto(`${here}/edit`)
    await page.getByLabel('Default cost').fill('13.00')
    if (scripts) await page.getByText('Default SRP is 0.50 below cost.').waitFor()
    await page.getByRole('radio', { name: 'None' }).check()
    await page.getByLabel('Reorder level').fill('')
    await press(visit, 'Save product')
    await page.waitForURL(here)
    await expect.poll(() => main(visit)).toMatch(/Below cost.*Default SRP is 0\.50 below cost/)
    expect(await main(visit)).not.toMatch(/#1f8a70|2 cs \+ 6 pc/)
    expect(await text(page.getByRole('row').last())).toMatch(
      /Default cost\s+10\.00\s+13\.00\s+Edited here\s+Joel Santiago/,
    )
    await page.goto(`${LIST}?below_cost=1`)
    expect(await main(visit)).toContain(`Calamansi Soda ${tag}`)

    await page.goto(here)
    await openMore(page)
    await press(visit, 'Deactivate')
    await press(visit, 'Deactivate product')
    await page.getByText('Product deactivated.').first().waitFor()
    await page.goto(`${LIST}?status=inactive`)
    expect(await main(visit)).toContain(`Calamansi Soda ${tag}`)
    await page.goto(here)
    await openMore(page)
    await press(visit, 'Reactivate')
    await press(visit, 'Reactivate product')
    await page.getByText('Product reactivated.').first().waitFor()
  })

  it('refuse the second of two editors and keep what was typed', async () => {
    const visit = await openFor('stale', scripts)
    const { page } = visit
    const here = await added(visit, `ST-${tag}`, `Twice Edited ${tag}`)
    await page.goto(`${here}/edit`)
    await pickOrAdd(visit, 'supplier', 'Mine')
    await staff
      .from('products')
      .update({ supplier: 'Theirs' })
      .eq('project_id', project)
      .eq('material_code', `ST-${tag}`)
    await press(visit, 'Save product')
    await page.getByText('This product was changed by another user').waitFor()
    expect(await main(visit)).toContain('Supplier is Theirs now; your entry: Mine.')
    expect(await page.getByLabel('Supplier').first().inputValue()).toBe('Mine')
    const supplier = async () => {
      await page.goto(here)
      return /Supplier (\S+)/.exec(await main(visit))?.[1]
    }
    // Saving once more, with theirs before the eyes, is a decision.
    await press(visit, 'Save product')
    await page.waitForURL(here)
    expect(await supplier()).toBe('Mine')
  })

  it('are imported by paste: wrong cells stay in the form, then all rows or none; and undone', async () => {
    const visit = await openFor('paste', scripts)
    const { page } = visit
    const code = (n: number | string) => `PA-${tag}-${n}`
    await page.goto('/import/products')
    await page
      .getByLabel('Or paste')
      .fill(
        [
          'Price list',
          'Item code\tProduct name\tCost (PHP)\tS.R.P.\tCase',
          `${code(1)}\tPasted one\t1,010.50\t1,200\t24`,
          '',
          `${code(2)}\tPasted two\tten\t12\t24`,
          `${code(1)}\t\t10\t12\t0`,
        ].join('\n'),
      )
    await press(visit, 'Preview')
    await page.getByText('4 errors in 3 products. Nothing was imported').waitFor()
    const shown = await main(visit)
    expect(shown).toContain('Row 5, Default cost: Enter a price such as 1234.50')
    expect(shown).toContain('Row 6, Material code: Also in row 3.')
    expect(shown).toContain('Row 6, Product name: Fill this in.')
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    expect(await codes(code(''))).toEqual([])

    const cell = (name: string) => page.getByLabel(name, { exact: true })
    expect(await cell('Row 5, Default cost').inputValue()).toBe('ten')
    await cell('Row 5, Default cost').fill('10')
    await cell('Row 6, Material code').fill(code(3))
    await cell('Row 6, Product name').fill('Pasted three')
    await cell('Row 6, Pcs/case').fill('6')
    await page.getByRole('button', { name: 'Check again' }).last().click()
    await page.getByText('3 products can be imported.').waitFor()
    expect(await codes(code(''))).toEqual([])
    await press(visit, 'Import 3 products')
    await page.waitForURL(/product-list$/)
    await expect.poll(() => codes(code(''))).toEqual([code(1), code(2), code(3)])

    await page.goto('/import/products')
    expect(await text(page.getByRole('row').nth(1))).toMatch(/Pasted rows\s+3\s.*Joel Santiago/s)
    await press(visit, 'Undo')
    await press(visit, 'Undo import')
    await page.getByText('by Joel Santiago,').first().waitFor()
    expect(await codes(code(''))).toEqual([])
  })
})

describe('products', () => {
  it('show how their prices came about, with the document', async () => {
    const visit = await openFor('history')
    const here = await added(visit, 'PH-1', 'Dear Soda')
    const bought = await sendCommand(staff, 'create_purchase', project, 'PH-1', {
      p_purchase: {
        po_no: 'PO-HISTORY',
        supplier: 'Somebody',
        kind: 'purchase',
        lines: [
          {
            product_id: here.split('/').at(-1),
            quantity: 30,
            cost: '10.00',
            prod_srp: '14.00',
          },
        ],
      },
    })
    await visit.page.goto(here)
    expect(await main(visit)).toMatch(/Current SRP 12\.50 14\.00 PO-HISTORY Joel Santiago/)
    for (const name of ['Purchases', 'Price history']) {
      const list = visit.page.getByRole('table', { name })
      expect(await list.getByRole('link', { name: 'PO-HISTORY' }).getAttribute('href')).toBe(
        `/inventory/purchase-list/${bought.id}`,
      )
    }
    await openMore(visit.page)
    await visit.page.getByRole('link', { name: 'Stock ledger' }).click()
    await visit.page.waitForURL(/inventory-list\/ledger\/[0-9a-f-]{36}$/)
    await expect.poll(() => main(visit)).toContain('PO-HISTORY')
  })

  it('are found, filtered and sorted, page by page', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => ({
      description: `Sorted ${String(n).padStart(3, '0')}`,
      material_code: `SO-${999 - n}`,
      category1: n % 2 ? 'Household' : 'Noodles',
      def_cost: '1.00',
      def_srp: String(2 + ((n * 7) % 120)),
    }))
    await sendCommand(staff, 'import_products', project, 'sorted', { p_import: { rows } })
    const visit = await openFor('list')
    const { page } = visit
    const first = () => text(page.locator('tbody tr').first())
    const open = (query: string) => page.goto(`${LIST}?q=SO-&${query}`)
    await open('sort=code')
    expect(await first()).toContain('SO-880')
    expect(await main(visit)).toContain('of 120')
    await open('sort=-srp')
    expect(await first()).toContain('121.00')
    const seen = new Set<string>()
    const look = async () => {
      for (const code of await page.locator('tbody tr td:nth-child(2)').allInnerTexts())
        seen.add(code)
      return page.locator('tbody tr').count()
    }
    const turn = async (link: string) => {
      const before = await first()
      await page.getByRole('link', { name: link }).click()
      await expect.poll(first, { timeout: 15_000 }).not.toBe(before)
      return look()
    }
    expect([await look(), await turn('More →'), await turn('More →')]).toEqual([50, 50, 20])
    expect(seen.size).toBe(120)
    expect(await turn('← Back')).toBe(50)
    await open('category1=Household&sort=name')
    expect(await first()).toContain('Sorted 001')
    expect(await main(visit)).toContain('of 60')
    const column = (name: string) => page.getByRole('columnheader', { name }).count()
    await page.goto(`${LIST}?q=SO-`)
    expect([await column('Supplier'), await column('Reorder level')]).toEqual([0, 0])
    await page.getByText('Columns', { exact: true }).click()
    await page.getByLabel('Reorder level', { exact: true }).check()
    await page.getByRole('button', { name: 'Apply', exact: true }).last().click()
    await page.getByRole('columnheader', { name: 'Reorder level' }).waitFor()
    await page.goto(`${LIST}?q=SO-&show=supplier&show=reorder`)
    expect([await column('Supplier'), await column('Reorder level')]).toEqual([1, 1])
    await page.goto(LIST)
    await page.getByRole('searchbox').fill('sorted 007')
    await page.getByText('1 of 1', { exact: true }).waitFor()
  })

  it('are imported from an Excel workbook, with columns chosen by hand', async () => {
    const visit = await openFor('excel')
    const { page } = visit
    await page.goto('/import/products')
    const file = workbook([
      ['Kodigo', 'Description', 'Cost', 'Price', 'Remarks'],
      ['00123', 'From Excel', 1.1, { formula: 'C2*2', value: 2.2 }, 'x'],
      ['00124', 'Also from Excel', 10, 12, null],
    ])
    await page
      .getByLabel('Excel or CSV file')
      .setInputFiles({ name: 'list.xlsx', mimeType: EXCEL, buffer: file })
    await press(visit, 'Preview')
    await page.getByText('Choose the column of: Material code.').waitFor()
    await page.getByLabel('Material code').selectOption('Kodigo')
    await page.getByText('2 products can be imported.').waitFor()
    await press(visit, 'Import 2 products')
    await page.waitForURL(/product-list$/)
    await page.getByText('2 products imported from list.xlsx.').waitFor()
    expect(await codes('0012')).toEqual(['00123', '00124'])
    await page.goto(`${LIST}?q=00123`)
    expect(await main(visit)).toMatch(/From Excel 00123 .*1\.10 2\.20 2\.20/)

    // The same sheet again: each code is taken, nothing is written twice.
    await page.goto('/import/products')
    await page
      .getByLabel('Excel or CSV file')
      .setInputFiles({ name: 'list.xlsx', mimeType: EXCEL, buffer: file })
    await press(visit, 'Preview')
    await page.getByLabel('Material code').selectOption('Kodigo')
    await page.getByText('Row 2, Material code: Already used by From Excel.').waitFor()

    // A later change can no longer be undone.
    await staff
      .from('products')
      .update({ supplier: 'Somebody' })
      .eq('project_id', project)
      .eq('material_code', '00124')
    await page.goto('/import/products')
    await press(visit, 'Undo')
    await press(visit, 'Undo import')
    await page.getByText(/Also from Excel has been used or changed since/).waitFor()
    expect(await codes('0012')).toHaveLength(2)
  })

  it('are not imported from what is no sheet, and the server stays well', async () => {
    const visit = await openFor('broken')
    const { page } = visit
    const parts = workbookParts([['Code'], ['1']])
    const bomb = zipFiles(
      { ...parts, 'xl/worksheets/sheet1.xml': Buffer.alloc(60_000_000, ' ') },
      100,
    )
    const files: [name: string, content: Buffer, answer: RegExp][] = [
      ['photo.xlsx', Buffer.from('\x89PNG not a sheet'), /not an Excel file/],
      ['cut.xlsx', workbook([['Code'], ['1']]).subarray(0, 400), /cannot be read/],
      ['empty.csv', Buffer.from('\n\n'), /The sheet is empty/],
      ['bomb.xlsx', bomb, /too large when unpacked/],
      ['long.csv', Buffer.from(`Code,Name\n${'1,2\n'.repeat(10_001)}`), /10,000 at most/],
      ['large.csv', Buffer.alloc(5_100_000, 'x,y\n'), /5 MB at most/],
    ]
    for (const [name, buffer, answer] of files) {
      await page.goto('/import/products')
      await page
        .getByLabel('Excel or CSV file')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
      await press(visit, 'Preview')
      await page.getByText(answer).waitFor()
    }
    const template = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download template' }).click()
    expect((await template).suggestedFilename()).toBe('products.csv')
  })
})

it('a sheet that is being checked says so, and how long it takes', async () => {
  const { page, problems, close } = await signedIn('sales-admin@demo.test', { scripts: true })
  onTestFailed(() => picture(page, 'sheet being checked'))
  await page.goto('/import/products')
  await page.waitForLoadState('networkidle')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/import/products**', async (route) => {
    await held
    await route.continue()
  })
  await page
    .getByLabel('Or paste')
    .fill('Code\tDescription\tPcs/case\tCost\tSRP\nHE-1\tHeld\t12\t8\t10')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('status').getByText('Checking the sheet. Keep this page open').waitFor()
  await page.getByText('2 s', { exact: true }).waitFor()
  answer()
  await page.getByText('1 product can be imported.').waitFor()
  expect(await page.getByRole('progressbar').count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})
