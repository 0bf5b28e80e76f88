import { expect, it, onTestFailed } from 'vitest'
import { REPORTS } from '../../app/modules/reports/registry.ts'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { MOVES_SIDEWAYS, picture, testBrowser } from '../support/browser.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

/** The table of a report: its width, where its rows begin below the chart, which readers may close, the width of the whole page, and what moves sideways. */
interface Rows {
  table: number
  top: number
  wide: number
  moves: string[]
}

const measure = `(() => {
  const table = document.querySelector('main table')
  const row = table?.querySelector('tbody tr')
  const chart = document.querySelector('main details[open]')?.getBoundingClientRect()
  return {
    table: table?.getBoundingClientRect().width ?? 0,
    top: row ? row.getBoundingClientRect().top - (chart?.height ?? 0) : 0,
    wide: document.documentElement.scrollWidth,
    moves: ${MOVES_SIDEWAYS},
  }
})()`

it.each([
  { width: 1366, height: 768, table: 1100, top: 330 },
  { width: 390, height: 844, table: 390, top: 420 },
])(
  'every report is no wider than $table and begins above $top at $width x $height',
  async (size) => {
    const { page, close } = await visit({ scripts: false, drawn: true })
    onTestFailed(() => picture(page, `report ${size.width}`))
    await page.setViewportSize(size)
    await enterAs(page, server, 'General Manager')
    const wrong: string[] = []
    for (const { path } of REPORTS) {
      // The usual period is the month, which has few rows on its first days.
      await page.goto(`${path}?from=${addDays(today('Asia/Manila'), -31)}`)
      const { table, top, wide, moves } = (await page.evaluate(measure)) as Rows
      const found = `${path}: table ${table}, rows at ${top}, page ${wide}, moves ${moves}`
      if (process.env.SHOW) console.log(found)
      if (top === 0 || table > size.table || top > size.top || wide > size.width) wrong.push(found)
      // On a phone figures move sideways.
      else if (size.width > 1000 && moves.length > 0) wrong.push(found)
    }
    expect(wrong).toEqual([])
    await close()
  },
  180_000,
)
