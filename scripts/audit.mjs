import { spawnSync } from 'node:child_process'

// Names known weaknesses of the installed packages, as the configured registry knows them. Part of a release check, not
// of `npm run verify`, because the answer changes without a change of the code.
const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--audit=true'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
  maxBuffer: 64 * 1024 * 1024,
})
/** @type {{ vulnerabilities?: Record<string, { name: string, severity: string, range: string, via: (string | { title: string })[] }>, error?: { summary?: string }, message?: string }} */
let report = {}
try {
  report = JSON.parse(stdout)
} catch {
  // The registry did not answer with JSON; the message below says so.
}
const found = report.vulnerabilities
if (!found) {
  const why =
    report.error?.summary || report.message || stderr.trim().split('\n').at(-1) || 'no answer'
  console.error(`Not audited: the registry does not answer audits (${why}).`)
  process.exitCode = 2
} else {
  for (const { name, severity, range, via } of Object.values(found)) {
    const titles = via.map((each) => (typeof each === 'string' ? `by ${each}` : each.title))
    console.log(`${severity}: ${name} ${range}: ${titles.join('; ')}`)
  }
  const count = Object.keys(found).length
  console.log(count === 0 ? 'Audited: nothing known.' : `Audited: ${count} packages with findings.`)
  process.exitCode = count === 0 ? 0 : 1
}
