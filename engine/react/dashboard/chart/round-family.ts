// Pies, funnels and gauges with what the library needs for them; loaded when the first one is shown.
import { FunnelChart, GaugeChart, PieChart } from 'echarts/charts';
import { LegendScrollComponent, TooltipComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([FunnelChart, GaugeChart, PieChart, LegendScrollComponent, TooltipComponent]);

export { drawRound as draw } from './round-drawing.ts';
