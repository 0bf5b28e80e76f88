import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Backend } from './backend.ts'
import { accountClient } from './supabase.ts'

/** How often the server asks for jobs that are due. */
const EVERY_MS = 60_000
/** Longest pause between two questions that got no answer. */
const LONGEST_PAUSE_MS = 15 * 60_000
/** A start is busy enough: the first question comes later, and not from all servers at once. */
const FIRST_MS = 15_000
/** Longest time that a job may take, a little more than its statement has. */
export const JOB_MS = 122_000
/** Longest time for a mail: several reads, a file and its delivery, within the five minutes for which the job is taken. */
const SENDING_MS = 240_000
/** The kinds of jobs that the database does itself. */
const RUN_BY_DATABASE = ['clean_up', 'seal_months']
/** Time that a running job gets to end when the server stops; another one runs it again later. */
const GRACE_MS = 5_000

interface Job {
  id: string
  kind: string
  project: string | null
}

/** Does a job that was taken, and returns what became of it. Everything it calls ends with the signal. */
export type DoJob = (job: string, signal: AbortSignal) => Promise<string>

interface Options {
  everyMs?: number
  firstMs?: number
  /** The kinds that this server does itself. Mails wait for a server that can send them. */
  own?: Readonly<Record<string, DoJob>>
  /** Leaves those that the database does to another runner. */
  onlyOwn?: boolean
}

/**
 * Runs jobs of the database (`private.jobs`) one after the other, as long as the server runs. Any number of servers may do
 * so. A job that fails is told in the log and tried again later, by whichever server comes first.
 *
 * @returns stops it, once the running job has ended.
 */
export function runJobs(
  backend: Backend,
  log: Logger,
  { everyMs = EVERY_MS, firstMs = FIRST_MS * (1 + Math.random()), own = {}, onlyOwn }: Options = {},
): () => Promise<void> {
  const client = accountClient(backend)
  const kinds = [...(onlyOwn ? [] : RUN_BY_DATABASE), ...Object.keys(own)]
  const stopping = new AbortController()
  let isStopped = false
  let unanswered = 0
  let timer: NodeJS.Timeout
  let working = Promise.resolve()

  const call = async (
    name: 'claim_job' | 'run_job' | 'complete_job' | 'fail_job',
    args: object,
  ) => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(JOB_MS)])
    const { data, error } = await client.rpc(name, args as never).abortSignal(signal)
    if (error) throw new Error(error.message)
    return data as unknown
  }

  const inTime = async (doJob: DoJob, job: string) => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(SENDING_MS)])
    const late = once(signal, 'abort').then(() => {
      throw new Error('The job took too long.')
    })
    return Promise.race([doJob(job, signal), late])
  }

  const run = async ({ id, ...job }: Job) => {
    const began = performance.now()
    try {
      const doJob = own[job.kind]
      if (doJob) {
        const result = await inTime(doJob, id)
        await call('complete_job', { p_job: id, p_result: result })
      } else await call('run_job', { p_job: id })
      log.debug({ ...job, ms: Math.round(performance.now() - began) }, 'job done')
    } catch (error) {
      if (stopping.signal.aborted) return
      log.error({ err: error, ...job }, 'job failed')
      await call('fail_job', { p_job: id, p_error: (error as Error).message })
    }
  }

  const work = async () => {
    try {
      while (!isStopped) {
        const job = (await call('claim_job', { p_kinds: kinds })) as Job | null
        if (!job) break
        await run(job)
      }
      unanswered = 0
    } catch (error) {
      if (isStopped) return
      // Pages say themselves that the database is away.
      if (unanswered === 0) log.warn({ err: error }, 'no jobs: the database does not answer')
      unanswered++
    }
    if (!isStopped) next(Math.min(everyMs * 2 ** unanswered, Math.max(everyMs, LONGEST_PAUSE_MS)))
  }

  const next = (pause: number) => {
    timer = setTimeout(() => {
      working = work()
    }, pause)
    timer.unref()
  }
  next(firstMs)

  return async () => {
    isStopped = true
    clearTimeout(timer)
    await Promise.race([working, sleep(GRACE_MS, undefined, { ref: false })])
    stopping.abort()
    await working
  }
}
