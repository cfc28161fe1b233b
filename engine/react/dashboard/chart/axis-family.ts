// Lines and bars with what the library needs for them; loaded when the first one is shown.
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendScrollComponent, TooltipComponent } from 'echarts/components';
import { use } from 'echarts/core';

use([BarChart, LineChart, GridComponent, LegendScrollComponent, TooltipComponent]);

export { drawAlongAxis as draw } from './axis-drawing.ts';
