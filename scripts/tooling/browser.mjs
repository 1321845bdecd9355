import { existsSync } from 'node:fs'
import { installPackage, onPath } from './packages.mjs'
import { runBin } from './run.mjs'

/** The headless shell uses a fifth less CPU than full Chromium. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

/**
 * Path of a Chromium to test with: `CHROMIUM_PATH`, an installed one, Playwright's own, or one installed from the system's packages.
 * Throws if none can be found or installed, because browser tests are never skipped.
 */
export async function findBrowser() {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (existsSync(configured)) return configured
    throw new Error(`CHROMIUM_PATH is ${configured}, which does not exist.`)
  }
  const found = findInstalled() ?? (await findPlaywrights()) ?? (await downloadWithPlaywright()) ?? (await installFromPackages())
  if (found) return found
  throw new Error('Chromium was not found and could not be installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH.')
}

function findInstalled() {
  return NAMES.map(onPath).find(Boolean) ?? PATHS.find((path) => existsSync(path))
}

async function findPlaywrights() {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

async function downloadWithPlaywright() {
  console.log('Chromium is not installed; installing it with Playwright.')
  const { code } = await runBin('playwright', ['install', 'chromium'], { quiet: true })
  return code === 0 ? findPlaywrights() : undefined
}

async function installFromPackages() {
  return (await installPackage(HEADLESS)) || (await installPackage('chromium')) ? findInstalled() : undefined
}
