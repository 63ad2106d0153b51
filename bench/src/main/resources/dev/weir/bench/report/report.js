'use strict';
/* Draws the plots of the page from the data in it, in the colours of the reader's scheme, and on paper in light ones. */
(() => {
  const {colours, plots} = JSON.parse(document.getElementById('data').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const INK = {
    light: {text: '#1f2328', quiet: '#59636e', line: '#d8dee4', range: '#1f2328', box: '#ffffff', card: '#f6f8fa'},
    dark: {text: '#e6e8eb', quiet: '#9aa4b0', line: '#353b44', range: '#f5f6f7', box: '#262b33', card: '#1b1f26'},
  };
  const FONT = 'system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif';
  const DASHES = [5, 3];
  const LIGHTER = '80'; // half opaque
  const PAPER_WIDTH = 690;
  let charts = [];
  let printing = false;

  const element = (tag, text, className) => {
    const made = document.createElement(tag);
    made.textContent = text || '';
    made.className = className || '';
    return made;
  };
  /** With three significant digits, and all digits before the point, as in the tables. */
  const number = value => {
    const places = value ? Math.max(0, Math.min(2 - Math.floor(Math.log10(Math.abs(value))), 12)) : 2;
    return value.toLocaleString('en-US', {minimumFractionDigits: places, maximumFractionDigits: places});
  };
  const tick = value => value.toLocaleString('en-US', {maximumSignificantDigits: 4});
  const escaped = echarts.format.encodeHTML;
  const spread = (stack, unit, [, min, max], median) => '<b>' + escaped(stack) + '</b><br>median ' + median + ' '
      + escaped(unit) + '<br>lowest ' + number(min) + ', highest ' + number(max);
  /** With the marks of one that did not settle and of one that lacks rounds. */
  const marked = (value, settled, partial) => (settled ? '' : '~') + number(value) + (partial ? '*' : '');
  const HOLLOW = 'hollow: ~, did not settle, but accepted by --noisy';
  const pen = document.createElement('canvas').getContext('2d');
  const widest = texts => {
    pen.font = '12px ' + FONT;
    return Math.ceil(Math.max(0, ...texts.map(text => pen.measureText(text).width))) + 12;
  };

  const axis = (ink, margin = 8) => ({
    axisLine: {show: false},
    axisTick: {show: false},
    axisLabel: {color: ink.quiet, fontSize: 12, margin, formatter: tick, hideOverlap: true},
    splitLine: {lineStyle: {color: ink.line}},
  });
  const rows = {bars: plot => plot.stacks, ratios: plot => plot.pairs.map(pair => pair.stack + ' : ' + pair.vs), lines: () => []};
  /** Whether names beside their rows, as on a phone, would leave too little of the width: then they are above them. */
  const areAbove = (plot, width) => widest(rows[plot.kind](plot)) > width * 0.4;
  const names = (ink, all, above) => ({
    type: 'category', inverse: true, data: all, z: 10, // above lines, which a name above its row crosses
    axisLine: {show: false}, axisTick: {show: false},
    axisLabel: {color: ink.text, fontSize: 12, interval: 0,
      ...(above ? {inside: true, margin: 0, verticalAlign: 'bottom', padding: [0, 0, 10, 0],
        textBorderColor: ink.card, textBorderWidth: 4} : {margin: 8})},
  });
  /** Lines between points, below the pointer's notice. */
  const segments = (pairs, style) => ({
    silent: true, animation: false, symbol: 'none', label: {show: false}, lineStyle: {type: 'solid', width: 1, ...style},
    data: pairs.map(([from, to]) => [{coord: from}, {coord: to}]),
  });
  /** The power of two at or below a value, or above it. */
  const powerOfTwo = (value, round) => 2 ** round(Math.log2(value) * (1 - 1e-9));

  const draw = {
    bars(plot, colour, ink, above) {
      const ends = plot.values.map(([, , max = 0]) => max);
      const measured = plot.values.map((value, i) => [value, i]).filter(([value]) => value.length > 0);
      const right = widest(measured.map(([, i]) => plot.labels[i]));
      return {
        height: plot.stacks.length * (above ? 36 : 21) + (above ? 12 : 6),
        caption: plot.title, unit: plot.unit,
        option: {
          grid: above ? {left: 1, right, top: 8, bottom: 2} : {left: widest(plot.stacks), right, top: 2, bottom: 2},
          xAxis: {type: 'value', min: 0, max: Math.max(...ends) || 1, show: false},
          yAxis: names(ink, plot.stacks, above),
          tooltip: {trigger: 'item', formatter: ({dataIndex: i}) =>
            spread(plot.stacks[i], plot.unit, plot.values[i], plot.labels[i])},
          series: [{
            type: 'bar', barWidth: 13,
            data: plot.values.map(([median = '-'], i) => {
              const {paint, dashed} = colour(plot.stacks[i]);
              return {value: median, itemStyle: {
                color: dashed ? paint + LIGHTER : paint, borderRadius: [0, 2, 2, 0],
                ...(dashed && {borderColor: paint, borderType: DASHES, borderWidth: 1}),
              }};
            }),
            markLine: segments(measured.map(([[, min, max], i]) => [[min, i], [max, i]]), {color: ink.range}),
          }, {
            type: 'scatter', symbolSize: 0.1, silent: true, itemStyle: {color: 'transparent'},
            data: ends.map((max, i) => [max, i]),
            label: {show: true, position: 'right', distance: 5, color: ink.text, fontSize: 12,
              formatter: ({dataIndex: i}) => plot.labels[i]},
          }],
        },
      };
    },

    lines(plot, colour, ink) {
      const stacks = Object.keys(plot.lines);
      const points = stacks.flatMap(stack => plot.lines[stack]);
      const least = Math.min(...points.map(point => point[2]));
      const most = Math.max(...points.map(point => point[3]));
      const sizes = points.map(point => point[0]);
      const base = most / least > 64 ? 10 : 2;
      return {
        height: 300,
        caption: plot.title, unit: plot.unit + ', both axes logarithmic', legend: stacks,
        notes: [...(points.some(point => !point[4]) ? [HOLLOW] : []), ...plot.notes],
        option: {
          grid: {left: 8, right: 24, top: 12, bottom: 8, containLabel: true},
          xAxis: {type: 'log', ...axis(ink, 12), min: Math.min(...sizes), max: Math.max(...sizes), splitLine: {show: false},
            axisLine: {show: true, onZero: false, lineStyle: {color: ink.line}}},
          yAxis: {type: 'log', logBase: base, ...axis(ink),
            ...(base === 2 && {min: powerOfTwo(least, Math.floor), max: powerOfTwo(most, Math.ceil)})},
          tooltip: {trigger: 'item', formatter: ({seriesName, value}) =>
            tick(value[0]) + '<br>' + spread(seriesName, plot.unit, value.slice(1), marked(value[1], value[4], value[5]))},
          series: stacks.map((stack, z) => {
            const {paint, dashed} = colour(stack);
            return {
              type: 'line', name: stack, symbol: 'circle',
              data: plot.lines[stack].map(value => value[4] ? value
                : {value, itemStyle: {color: ink.card, borderColor: paint, borderWidth: 2}}),
              symbolSize: 5 + 1.5 * z, z: 100 - z, // stacks that coincide are rings around each other, the first within
              itemStyle: {color: paint}, lineStyle: {color: paint, width: 2, type: dashed ? DASHES : 'solid'},
              markLine: segments(plot.lines[stack].map(([x, , min, max]) => [[x, min], [x, max]]), {color: paint}),
            };
          }),
        },
      };
    },

    ratios(plot, colour, ink, above) {
      const labels = rows.ratios(plot);
      const groups = [...new Set(plot.pairs.flatMap(pair => Object.keys(pair.means)))];
      const symbols = ['circle', 'diamond', 'triangle', 'rect'];
      const measured = plot.pairs.map((pair, i) => [pair, i]).filter(([pair]) => pair.worst);
      const ratios = measured.flatMap(([pair]) => [pair.worst, pair.best, ...Object.values(pair.means)]);
      const all = ratios.map(({ratio}) => ratio).filter(ratio => ratio > 0 && isFinite(ratio)).concat(1);
      const paint = i => colour(plot.pairs[i].vs).paint;
      const point = (i, {ratio, settled, partial}, what, hollow) => ({
        value: [ratio, i], itemStyle: {color: paint(i)}, what: labels[i] + ': ' + marked(ratio, settled, partial) + ' ×, ' + what,
        ...(!settled && {itemStyle: {color: ink.card, borderColor: paint(i), borderWidth: 2}, ...hollow}),
      });
      return {
        height: plot.pairs.length * (above ? 36 : 22) + 40,
        caption: 'times better, ' + plot.title, unit: 'from the worst workload to the best; logarithmic',
        head: groups.length > 0 && 'means: ' + groups.map((group, g) => '●◆▲■'[g % 4] + ' ' + group).join('  '),
        notes: ratios.some(({settled}) => !settled) ? [HOLLOW] : [],
        option: {
          grid: {left: above ? 16 : widest(labels), right: 24, top: 8, bottom: 26},
          xAxis: {type: 'log', logBase: 2, ...axis(ink),
            min: powerOfTwo(Math.min(...all), Math.floor), max: powerOfTwo(Math.max(...all), Math.ceil)},
          yAxis: names(ink, labels, above),
          tooltip: {trigger: 'item', formatter: ({data}) => escaped(data.what)},
          series: [{
            type: 'scatter', symbol: 'rect', symbolSize: [2, 10],
            data: measured.flatMap(([{worst, best}, i]) =>
              [[worst, 'worst: '], [best, 'best: ']].map(([end, what]) => point(i, end, what + end.workload, {symbolSize: [4, 10]}))),
            markLine: segments(measured.map(([{worst, best}, i]) => [[worst.ratio, i], [best.ratio, i]]),
              {color: ink.quiet, width: 2}),
          }, {
            type: 'scatter', symbolSize: 0.1, silent: true, itemStyle: {color: 'transparent'},
            data: plot.pairs.flatMap((pair, i) => pair.worst ? [] : [[1, i]]),
            label: {show: true, position: 'right', distance: 5, color: ink.text, fontSize: 12, formatter: 'not settled'},
          }, ...groups.map((group, g) => ({
            type: 'scatter', symbol: symbols[g % 4], symbolSize: 11,
            data: plot.pairs.flatMap((pair, i) => group in pair.means ? [point(i, pair.means[group], 'mean, ' + group)] : []),
          })), {
            type: 'scatter', data: [],
            markLine: {silent: true, animation: false, symbol: 'none', label: {show: false},
              lineStyle: {type: DASHES, color: ink.text, width: 1}, data: [{xAxis: 1}]},
          }],
        },
      };
    },
  };

  /** A line for each stack, as it is in the plot. */
  const legend = (stacks, colour) => {
    const made = element('div', '', 'legend');
    for (const stack of stacks) {
      const {paint, dashed} = colour(stack);
      const item = made.appendChild(element('span', stack));
      item.insertAdjacentHTML('afterbegin', '<svg width="24" height="4"><line x2="24" y1="2" y2="2" stroke-width="3" stroke="'
        + paint + '"' + (dashed ? ' stroke-dasharray="' + DASHES + '"' : '') + '/></svg>');
    }
    return made;
  };

  const drawAll = scheme => {
    const ink = INK[scheme];
    const colour = stack => ({paint: colours[stack][scheme], dashed: colours[stack].dashed});
    charts.forEach(({chart}) => chart.dispose());
    charts = [...document.querySelectorAll('[data-plot]')].map(figure => {
      const plot = plots[figure.dataset.plot];
      if (!figure.firstChild) {
        figure.append(element('div')); // an empty one is not shown, and has no width
      }
      const above = areAbove(plot, figure.firstChild.clientWidth);
      const {height, caption, unit, legend: stacks, head, notes = [], option} = draw[plot.kind](plot, colour, ink, above);
      const place = element('div');
      const title = element('figcaption', caption + ' ');
      title.append(element('span', unit));
      place.style.height = height + 'px';
      figure.replaceChildren(title, ...(stacks ? [legend(stacks, colour)] : []),
        ...(head ? [element('div', head, 'legend')] : []), place, ...notes.map(note => element('div', note, 'legend')));
      const chart = echarts.init(place, null, {renderer: 'svg'});
      chart.setOption({
        animation: false, textStyle: {fontFamily: FONT}, ...option,
        tooltip: {...option.tooltip, confine: true, backgroundColor: ink.box, borderColor: ink.line,
          textStyle: {color: ink.text, fontSize: 12}},
      });
      return {chart, plot, above, place};
    });
  };
  const drawForScreen = () => {
    if (!printing) {
      drawAll(dark.matches ? 'dark' : 'light');
    }
  };

  drawForScreen();
  dark.addEventListener('change', drawForScreen);
  addEventListener('resize', () => {
    if (charts.some(({plot, above, place}) => areAbove(plot, place.clientWidth) !== above)) {
      drawForScreen();
    } else {
      charts.forEach(({chart}) => chart.resize());
    }
  });
  addEventListener('beforeprint', () => {
    printing = true;
    document.body.style.width = PAPER_WIDTH + 'px';
    drawAll('light');
  });
  addEventListener('afterprint', () => {
    printing = false;
    document.body.style.width = '';
    drawForScreen();
  });
})();
