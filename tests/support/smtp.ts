import { createServer, type Socket } from 'node:net'

/** A mail server of a test: takes every mail, or with `silent` takes the connection and never says a word. */
export async function startSmtp({ silent = false } = {}) {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (silent) return
    let read = ''
    let inData = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.on('data', (chunk) => {
      read += chunk
      for (;;) {
        const end = inData ? '\r\n.\r\n' : '\r\n'
        const at = read.indexOf(end)
        if (at < 0) return
        const part = read.slice(0, at)
        read = read.slice(at + end.length)
        if (inData) {
          mails.push(part)
          inData = false
          say('250 taken')
        } else if (/^DATA/i.test(part)) {
          inData = true
          say('354 go on')
        } else say(/^QUIT/i.test(part) ? '221 bye' : '250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    /** The mails as received over the connection. */
    mails,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
