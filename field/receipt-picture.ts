import type { ActFacts } from '~/platform/field/acts'
import { formatDate } from '~/platform/values/dates'
import { addMoney, formatMoney, money } from '~/platform/values/money'
import { PART_LABELS } from './data/receipts'

interface Shown {
  company: string
  currency: string
  person: string
  customer: string
  day: string
  facts: ActFacts['receipt']
  /** The office has not accepted it. */
  provisional: boolean
}

const WIDTH = 720
const LINE = 44
const MARGIN = 40
const INK = '#1c1917'
const RED = '#b91c1c'

/** A line of the receipt: words on the left, an amount on the right. */
interface Line {
  text: string
  amount?: string
  size?: number
  bold?: boolean
  color?: string
}

function linesOf({ company, currency, person, customer, day, facts, provisional }: Shown): Line[] {
  const total = addMoney(...facts.parts.map(({ amount }) => money(amount)))
  return [
    { text: company, size: 36, bold: true },
    { text: `Receipt ${facts.cr_no}`, size: 30, bold: true },
    ...(provisional ? [{ text: 'PROVISIONAL', size: 36, bold: true, color: RED }] : []),
    { text: day },
    { text: `Received from ${customer}` },
    { text: '' },
    ...facts.parts.flatMap((part): Line[] => {
      const details = [
        part.cheque_bank,
        part.cheque_no ?? part.reference_no,
        part.cheque_date && formatDate(part.cheque_date),
      ].filter(Boolean)
      return [
        { text: PART_LABELS[part.collection_type], amount: formatMoney(money(part.amount)) },
        ...(details.length > 0 ? [{ text: `   ${details.join(', ')}`, size: 22 }] : []),
      ]
    }),
    { text: 'Total', amount: formatMoney(total, currency), bold: true, size: 30 },
    { text: '' },
    { text: `Received by ${person}` },
    ...(facts.parts.some(({ collection_type }) => collection_type === 'cheque')
      ? [{ text: 'Cheques count once they have cleared.', size: 22 }]
      : []),
    ...(provisional ? [{ text: 'Not yet accepted by the office.', size: 22, color: RED }] : []),
  ]
}

/** Draws a receipt as a picture for the customer. */
export function receiptPicture(shown: Shown): Promise<Blob> {
  const lines = linesOf(shown)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = 2 * MARGIN + lines.length * LINE
  const draw = canvas.getContext('2d')
  if (!draw) throw new Error('This phone cannot draw the receipt.')
  draw.fillStyle = '#ffffff'
  draw.fillRect(0, 0, canvas.width, canvas.height)
  draw.textBaseline = 'middle'
  for (const [at, { text, amount, size = 26, bold, color = INK }] of lines.entries()) {
    const y = MARGIN + (at + 0.5) * LINE
    draw.font = `${bold ? '600 ' : ''}${size}px Inter, system-ui, sans-serif`
    draw.fillStyle = color
    const room = WIDTH - 2 * MARGIN - (amount ? draw.measureText(amount).width + 20 : 0)
    draw.textAlign = 'left'
    draw.fillText(text, MARGIN, y, room)
    if (!amount) continue
    draw.textAlign = 'right'
    draw.fillText(amount, WIDTH - MARGIN, y)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This phone cannot draw the receipt.'))),
      'image/png',
    )
  })
}
