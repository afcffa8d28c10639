const width = 640;
const height = 150;
const edge = { left: 44, bottom: 24, top: 10, right: 12 };

/** The curve of new traces. When it gets flat, more runs show little that is new. */
export function Curve({ points }: { readonly points: readonly (readonly [number, number])[] }) {
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const [runs, traces] = [Math.max(1, last[0]), Math.max(1, ...points.map(([, count]) => count))];
  const x = (count: number) => edge.left + (count / runs) * (width - edge.left - edge.right);
  const y = (count: number) => height - edge.bottom - (count / traces) * (height - edge.bottom - edge.top);
  const line = points.map(([at, count]) => `${x(at).toFixed(1)} ${y(count).toFixed(1)}`).join('L');
  return (
    <section>
      <h2>New traces</h2>
      <p class="quiet">When the curve gets flat, more runs show little that is new.</p>
      <svg
        class="curve"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${last[1]} new traces after ${last[0]} runs`}
      >
        <path class="axis" d={`M${edge.left} ${edge.top}V${height - edge.bottom}H${width - edge.right}`} />
        <path class="area" d={`M${x(0)} ${y(0)}L${line}L${x(last[0])} ${y(0)}z`} />
        <path class="line" d={`M${x(0)} ${y(0)}L${line}`} />
        <text x={edge.left - 6} y={y(traces) + 8} text-anchor="end">
          {traces}
        </text>
        <text x={edge.left - 6} y={y(0) + 2} text-anchor="end">
          0
        </text>
        <text x={x(runs)} y={height - 8} text-anchor="end">
          {`${runs} runs`}
        </text>
      </svg>
    </section>
  );
}
