import { deflated, type Packed } from './zip.server'

/** A text that cells have, with the end of such a cell. */
export interface Text {
  text: string
  end: string
  length: number
  quoted: boolean
}

/** Letters from which on V8 lets a text that is cut out of another one point into it. */
const CUT = 13

/** The texts of a workbook, each once, in the order of its first cell. */
export class SheetTexts {
  private readonly known = new Map<string, Text>()
  private readonly list: string[] = []

  /** Finds a text in the list, or adds it. */
  of(text: string): Text {
    const found = this.known.get(text)
    if (found) return found
    // A copy: a long text that was cut out of a longer one keeps the whole of it.
    const copy = text.length < CUT ? text : structuredClone(text)
    const shown = writable(copy)
    const end = `" t="s"><v>${this.known.size}</v></c>`
    const added = { text: copy, end, length: shown.length, quoted: LIKE_FORMULA.test(shown) }
    this.known.set(copy, added)
    this.list.push(`<si><t xml:space="preserve">${escaped(shown)}</t></si>`)
    return added
  }

  /** The list that cells with a text point into. */
  written(): Packed {
    return deflated(
      Buffer.from(
        `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" uniqueCount="${this.list.length}">${this.list.join('')}</sst>`,
      ),
    )
  }
}

/** Letters that no XML can hold. */
const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
/** Begins like a formula, also in full width: its cell is marked as a text, so that it stays one when somebody edits it. */
const LIKE_FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** Returns a text without what no XML can hold. */
export function writable(text: string): string {
  return text.replace(UNWRITABLE, '')
}

export function escaped(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // A reader takes _x0041_ for the letter A.
      .replace(/_x(?=[0-9a-f]{4}_)/gi, '_x005F_x')
      .replaceAll('\r', '_x000D_')
  )
}
