import type { Bench } from './bench.ts'
import { editorBench } from './editor/editor-bench.ts'
import { backfillBench } from './backfill/backfill-bench.ts'
import { perceivedSpeedBench } from './perceived/perceived-bench.ts'
import { importInBrowserBenches } from './import/browser-bench.ts'
import { importBenches } from './import/import-bench.ts'
import { listBenches } from './list/list-bench.ts'
import { matrixBench } from './matrix/matrix-bench.ts'
import { millionBench } from './million/million-bench.ts'
import { nestedBench } from './nested/nested-bench.ts'
import { pagesBench } from './pages/pages-bench.ts'
import { secondStartBench } from './second-start.ts'
import { sizesBench } from './sizes.ts'
import { standbysBench } from './standbys/standbys-bench.ts'
import { treeBench } from './tree/tree-bench.ts'
import { setFieldsBench } from './set-fields/set-fields-bench.ts'
import { stepsBench } from './steps/steps-bench.ts'
import { filtersBench, parityBench } from './suites.ts'

/** Every measurement, in execution order. */
export const benches: readonly Bench[] = [
  sizesBench,
  perceivedSpeedBench,
  secondStartBench,
  parityBench,
  ...listBenches,
  millionBench,
  nestedBench,
  treeBench,
  standbysBench,
  pagesBench,
  editorBench,
  matrixBench,
  ...importBenches,
  ...importInBrowserBenches,
  setFieldsBench,
  filtersBench,
  stepsBench,
  backfillBench,
]
