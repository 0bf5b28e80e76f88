import { expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

/** Stands in for the share sheet of a phone, which a browser in a test has not. */
const SHARE_SHEET = `
  window.handed = []
  navigator.canShare = ({ files }) => files.every(({ type }) => type === 'application/pdf')
  navigator.share = async ({ files, title }) => {
    for (const file of files) window.handed.push([file.name, title, await file.slice(0, 5).text()])
  }`

it.each([1366, 390])(
  'shares an invoice at %i px by the share sheet and by a link',
  async (width) => {
    const { page, problems, close } = await visit({ width, own: true })
    onTestFailed(() => picture(page, `sharing ${width}`))
    await page.addInitScript(SHARE_SHEET)
    await enterAs(page, server, 'invoice admin')
    await page.goto('/sales/bookings?stage=delivered')
    const [, id] = /\/sales\/bookings\/([0-9a-f-]{36})\?/.exec(await page.content())!
    await page.goto(`/sales/bookings/${id}/invoice?paper=letter`)
    await page.getByRole('link', { name: 'Share', exact: true }).click()
    await page.getByRole('heading', { name: /^Share Invoice/ }).waitFor()
    expect(new URL(page.url()).search).toBe('?paper=letter')
    await picture(page, `share ${width}`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)

    await page.getByRole('button', { name: 'Share the PDF' }).click()
    await expect
      .poll(() => page.evaluate('window.handed'))
      .toEqual([
        [
          expect.stringMatching(/^Invoice SI-\d+\.pdf$/),
          expect.stringMatching(/^Invoice/),
          '%PDF-',
        ],
      ])

    await page.getByLabel('Works for').selectOption('90')
    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByLabel(/Send this link/).inputValue()
    await picture(page, `share link ${width}`)
    await page.getByText('not opened').first().waitFor()

    const stranger = await visit({ width, own: true })
    await stranger.page.goto(link)
    await stranger.page.getByRole('heading', { name: /^Invoice/, level: 1 }).waitFor()
    await picture(stranger.page, `shared ${width}`)
    expect(
      await stranger.page.evaluate('document.documentElement.scrollWidth'),
    ).toBeLessThanOrEqual(width)
    await page.reload()
    await page.getByText('opened once').first().waitFor()
    await page.getByRole('button', { name: 'End the link' }).first().click()
    await page.getByText('The link no longer opens anything.').waitFor()
    await stranger.page.reload()
    await stranger.page.getByText('This link does not open anything').waitFor()
    await picture(stranger.page, `shared over ${width}`)
    expect([...problems, ...stranger.problems]).toEqual([])
    await stranger.close()
    await close()
  },
  60_000,
)
