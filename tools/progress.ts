const WIDTH = 30
const REDRAW_MS = 100

/** Shows a bar on a terminal; elsewhere (a log, CI) it prints one line per tenth of the way. */
export function progressBar(out: NodeJS.WriteStream) {
  let drawn = 0
  let tenth = -1
  return (done: number, total: number, what: string): void => {
    const finished = done >= total
    if (out.isTTY) {
      if (!finished && Date.now() - drawn < REDRAW_MS) return
      drawn = Date.now()
      const filled = Math.floor((done / total) * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      out.write(`\r${bar} ${percent(done, total)} ${what.padEnd(12)}${finished ? '\n' : ''}`)
    } else if (Math.floor((done / total) * 10) > tenth) {
      tenth = Math.floor((done / total) * 10)
      out.write(`${percent(done, total)} ${what}\n`)
    }
  }
}

function percent(done: number, total: number): string {
  return `${Math.floor((done / total) * 100)}`.padStart(3).concat(' %')
}
