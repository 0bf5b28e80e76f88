import type { Locator } from 'playwright'

/** The rows of a table on the screen, each by the headings of its columns; the last is the total where there is one. */
export async function shownRows(table: Locator): Promise<Record<string, string>[]> {
  return table.evaluate((element: Element) => {
    const text = (cell: Element) => {
      const shown = cell.cloneNode(true) as Element
      // The headings that a phone shows above each value.
      for (const heading of shown.querySelectorAll('[class~="sm:hidden"]')) heading.remove()
      return shown.textContent!.replace(/\s+/g, ' ').trim()
    }
    const headings = [...element.querySelectorAll('thead th')].map(text)
    const rows = [...element.querySelectorAll('tbody tr, tfoot tr')]
    return rows.map((row) => {
      const cells: [string, string][] = []
      for (const cell of row.querySelectorAll('td, th')) {
        cells.push([headings[cells.length] ?? '', text(cell)])
        for (let more = 1; more < (cell as HTMLTableCellElement).colSpan; more++)
          cells.push([headings[cells.length] ?? '', ''])
      }
      return Object.fromEntries(cells)
    })
  })
}
