// @ts-check
import { readFileSync } from 'node:fs'

/** @type {{ layers: { weights: number[][], bias: number[] }[], complaint: number[] }} */
const { layers, complaint } = JSON.parse(readFileSync(new URL('files/network.json', import.meta.url), 'utf8'))

/**
 * Gaussian elimination with the largest pivot.
 *
 * @param {number[][]} matrix
 * @param {number[]} right
 */
const solve = (matrix, right) => {
  const rows = matrix.map((row, index) => [...row, right[index]])
  for (let column = 0; column < rows.length; column++) {
    let pivot = column
    for (let row = column; row < rows.length; row++)
      if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row
    ;[rows[column], rows[pivot]] = [rows[pivot], rows[column]]
    for (const [index, row] of rows.entries()) {
      if (index === column) continue
      const factor = row[column] / rows[column][column]
      rows[index] = row.map((value, at) => value - factor * rows[column][at])
    }
  }
  return rows.map((row, index) => row[rows.length] / row[index])
}

let vector = complaint
for (const { weights, bias } of layers.toReversed())
  vector = solve(
    weights,
    vector.map((value, index) => (value < 0 ? value / 0.1 : value) - bias[index]),
  )
const codes = vector.map((value) => Math.round(value * 128))
console.log(String.fromCharCode(...codes.filter((code) => code > 0)))
