import { describe, expect, it } from 'vitest'
import { fittedTo, fixedWidth, metricsFor } from './metrics.ts'

describe('the columns of the scoreboard', () => {
  const metrics = metricsFor('desktop', 1)
  const cellIn = (width: number, challenges: number): number => fittedTo(metrics, width, challenges).cell

  it('fit 24 challenges beside the fixed ones on a desk', () => {
    expect(fixedWidth(metrics)).toBe(432)
    expect(cellIn(1374, 24)).toBe(39)
  })

  it('are neither too narrow to read nor wider than they need', () => {
    expect(cellIn(1374, 100)).toBe(34)
    expect(cellIn(1374, 3)).toBe(62)
    expect(cellIn(0, 0)).toBe(34)
  })

  it('grow with the text, and stay as they are on a projector', () => {
    expect(metricsFor('desktop', 1.5).row).toBe(54)
    expect(fittedTo(metricsFor('projector', 1), 1900, 90).cell).toBe(62)
  })
})
