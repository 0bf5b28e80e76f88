import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { fillBooking } from '../support/field-history.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit, signedIn } = testBrowser(server)
const EMAIL = 'agent@demo.test'
let owner: ReturnType<typeof connect>
beforeAll(() => {
  if (hasPostgres()) owner = connect(server)
})
afterAll(() => owner?.end())

/** A photograph of a phone: many pixels of noise, with the place where it was taken. */
const photograph = () =>
  sharp({
    create: {
      ...{ width: 3000, height: 2000, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .withExif({ IFD0: { Model: 'SM-A135F' }, IFD3: { GPSLatitude: '14/1 35/1 0/1' } })
    .jpeg({ quality: 95 })
    .toBuffer()

describe.skipIf(!hasPostgres())('a photograph', () => {
  it('of a cheque goes to its receipt', async () => {
    const { page, line, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field cheque'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await line(false)
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.locator('main li a').first().click()
    await page.getByRole('link', { name: 'Collect' }).click()
    await page.getByLabel('Amount', { exact: true }).fill('10')
    await page.getByRole('button', { name: 'Add cheque' }).click()
    await page.getByLabel('Amount of part 2').fill('300')
    await page.getByLabel('Bank of part 2').fill('BDO')
    await page.getByLabel('Cheque no. of part 2').fill('0077')
    await page.getByLabel('CR no.').fill('PHOTO-0001')
    await page.getByRole('button', { name: 'Save receipt' }).click()
    await page.getByText('Saved on this phone.').waitFor()
    const buffer = await photograph()
    const camera = page.locator('input[type=file]')
    await camera.setInputFiles({ name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer })
    await page.locator('main img').waitFor()
    await line(true)
    await page.getByText('At the office').waitFor()
    const files = await owner.unsafe<{ name: string }[]>(
      `select f.name from public.document_files f join public.collections c on c.project_id = f.project_id and c.id = f.document_id
       where f.project_id = $1 and f.kind = 'collection' and c.cr_no = 'PHOTO-0001'`,
      [DEMO_ID],
    )
    expect(files).toHaveLength(1)
    // The office sees it with the receipt.
    const office = await signedIn('finance-admin@demo.test')
    await office.page.goto('/treasury/treasury-list/treasury-view-list?q=PHOTO-0001')
    await office.page.getByRole('link', { name: 'PHOTO-0001' }).first().click()
    await office.page
      .getByText(/Photograph 20/)
      .first()
      .waitFor()
    await office.close()
    await close()
  })

  it('waits for its act, and goes to the office small and without its place', async () => {
    const [of] = await owner.unsafe<{ id: string; product: string }[]>(
      `select c.id, (select p.description from public.products p where p.project_id = c.project_id and p.status = 'active'
         order by p.description limit 1) as product
       from public.customers c join public.profiles p on p.user_id = c.agent_id
       where c.project_id = $1 and p.email = $2 and c.approval_status = 'approved' order by c.name limit 1`,
      [DEMO_ID, EMAIL],
    )
    const { page, line, problems, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field photograph'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await line(false)
    await fillBooking(page, of!.id, of!.product, 'PHOTO one')
    await page.getByRole('button', { name: 'Save booking' }).click()
    await page.getByText('Saved on this phone.').waitFor()
    const camera = page.locator('input[type=file]')
    await camera.setInputFiles({
      ...{ name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
    })
    await page.getByText('This file is no picture').waitFor()
    const buffer = await photograph()
    expect(buffer.includes('Exif')).toBe(true)
    await camera.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
    await page.locator('main img').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findings(page), colorScheme).toEqual([])
    }
    // It is on the phone, whatever happens to the page.
    await page.reload()
    await page.locator('main img').waitFor()

    const sent = page.waitForRequest('**/field/api/photo')
    // The first answer is lost: the same photograph comes again, and is attached once.
    let lost = false
    await page.route('**/field/api/photo', async (route) => {
      await route.fetch()
      lost = true
      await route.abort('connectionreset')
    })
    await line(true)
    const { data } = (await sent).postDataJSON() as { data: string }
    const bytes = Buffer.from(data, 'base64')
    expect(bytes.length).toBeLessThanOrEqual(200_000)
    expect(bytes.includes('Exif')).toBe(false)
    expect((await sharp(bytes).metadata()).width).toBeGreaterThan(300)
    await expect.poll(() => lost).toBe(true)
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('link', { name: 'Acts' }).click()
    await page.locator('main li a').first().click()
    await page.getByText('At the office').waitFor()
    const files = await owner.unsafe<{ name: string; size: number }[]>(
      `select f.name, f.size from public.document_files f join public.bookings b on b.project_id = f.project_id and b.id = f.document_id
       where f.project_id = $1 and f.kind = 'booking' and b.remarks = 'PHOTO one'`,
      [DEMO_ID],
    )
    expect(files).toEqual([
      { name: expect.stringMatching(/^Photograph 20.*jpe?g$/), size: expect.any(Number) },
    ])
    expect(problems.filter((text) => !/ERR_(INTERNET|CONNECTION)_/.test(text))).toEqual([])
    await close()
  })

  it('is taken of the delivery receipt of a booking that the office entered', async () => {
    const [sold] = await owner.unsafe<{ id: string; customer: string; no: string }[]>(
      `select b.id, b.customer_id as customer, coalesce(b.invoice_no, b.so_no) as no from public.bookings b
       join public.profiles p on p.user_id = b.agent_id
       join public.customers c on c.project_id = b.project_id and c.id = b.customer_id and c.agent_id = b.agent_id
       where b.project_id = $1 and p.email = $2 and b.stage = 'delivered' and b.balance > 0 and c.approval_status = 'approved'
       order by b.id limit 1`,
      [DEMO_ID, EMAIL],
    )
    const { page, line, close } = await openPhone(visit)
    onTestFailed(() => picture(page, 'field delivery receipt'))
    await enterField(page, EMAIL)
    await page.getByText('Ready').waitFor()
    await line(false)
    await page.goto(`/field/customers/${sold!.customer}`)
    await page.getByRole('link', { name: `Photograph the delivery receipt of ${sold!.no}` }).click()
    await page.getByRole('heading', { name: sold!.no, level: 1 }).waitFor()
    const buffer = await photograph()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer })
    await page.locator('main img').waitFor()
    expect(await findings(page)).toEqual([])
    const attached = () =>
      owner.unsafe<{ name: string }[]>(
        `select name from public.document_files where project_id = $1 and kind = 'booking' and document_id = $2`,
        [DEMO_ID, sold!.id],
      )
    expect(await attached()).toEqual([])
    await line(true)
    await page.getByText('At the office').waitFor()
    expect(await attached()).toEqual([{ name: expect.stringMatching(/^Photograph 20/) }])
    await close()
  })
})
