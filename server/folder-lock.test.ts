import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { socketIn } from './api-socket.ts'
import { lockFolder, takeFolder } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kalakal-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('lockFolder', () => {
  it('refuses a second holder with one clear line and grants it after release', () => {
    const release = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(`The data folder ${folder} is in use by process`)
    release()
    lockFolder(folder)()
  })

  it('refuses while another process lives, and takes over once it was killed', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    writeFileSync(path.join(folder, 'lock.7'), JSON.stringify({ pid: other.pid, started: null }))
    expect(() => lockFolder(folder)).toThrow(`in use by process ${other.pid}`)
    other.kill('SIGKILL')
    await new Promise((resolve) => other.once('exit', resolve))
    lockFolder(folder)()
  })

  it('is not fooled by a process id that now belongs to another program', () => {
    writeFileSync(path.join(folder, 'lock.1'), JSON.stringify({ pid: 1, started: 'before/0' }))
    lockFolder(folder)()
  })

  it('says in a sentence that a lock was not written to its end', () => {
    writeFileSync(path.join(folder, 'lock.3'), '{"pid":12')
    expect(() => lockFolder(folder)).toThrow(`lock.3 is damaged: it was not written to its end.`)
    rmSync(path.join(folder, 'lock.3'))
    lockFolder(folder)()
  })

  it('refuses a folder whose server has a process number of another container, and grants one that a killed server left', async () => {
    writeFileSync(path.join(folder, 'lock.1'), JSON.stringify({ pid: 1, started: 'before/0' }))
    const server = createServer().listen(socketIn(folder))
    await new Promise((resolve) => server.once('listening', resolve))
    await expect(takeFolder(folder)).rejects.toThrow('is in use by a server in another container')
    await new Promise((resolve) => server.close(resolve))
    writeFileSync(socketIn(folder), '')
    const unlock = await takeFolder(folder)
    unlock()
  })
})
