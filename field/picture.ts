const WIDTH = 720
const LINE = 44
const MARGIN = 40
const INK = '#1c1917'
export const PICTURE_RED = '#b91c1c'

/** A line of a picture: words on the left, an amount on the right. */
export interface PictureLine {
  text: string
  amount?: string
  size?: number
  bold?: boolean
  color?: string
}

/** Draws a paper as a picture that is shared with a customer. */
export function linesPicture(lines: readonly PictureLine[]): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = 2 * MARGIN + lines.length * LINE
  const draw = canvas.getContext('2d')
  if (!draw) throw new Error('This phone cannot draw the picture.')
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
      (blob) => (blob ? resolve(blob) : reject(new Error('This phone cannot draw the picture.'))),
      'image/png',
    )
  })
}
